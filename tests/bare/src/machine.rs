//! What a program needs of a machine: an entry, an end, and the four functions on memory that compilers call. Linux on x86-64.

use core::arch::{asm, global_asm};
use core::panic::PanicInfo;

// The stack is aligned as a call expects it.
global_asm!(".globl _start", "_start:", "xor ebp, ebp", "and rsp, -16", "call {run}", "ud2", run = sym run);

extern "C" fn run() -> ! {
    exit(crate::first_failure())
}

fn exit(code: u8) -> ! {
    // SAFETY: the system call `exit_group` ends the program.
    unsafe { asm!("syscall", in("rax") 231, in("rdi") u64::from(code), options(noreturn)) }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    exit(101)
}

/// What `core` names in case of a panic that unwinds. Here none does.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// # Safety
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
    // SAFETY: the caller promises `count` bytes to read and `count` other ones to write.
    unsafe {
        asm!("rep movsb", inout("rcx") count => _, inout("rdi") to => _, inout("rsi") from => _)
    };
    to
}

/// # Safety
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
    if to.addr().wrapping_sub(from.addr()) >= count {
        // SAFETY: no byte is read after it was written.
        return unsafe { memcpy(to, from, count) };
    }
    let last = count.wrapping_sub(1);
    // SAFETY: the caller promises `count` bytes to read and to write; from the last byte on, none is read after it was written.
    unsafe {
        asm!(
            "std", "rep movsb", "cld",
            inout("rcx") count => _,
            inout("rdi") to.wrapping_add(last) => _,
            inout("rsi") from.wrapping_add(last) => _,
        );
    }
    to
}

/// # Safety
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn memset(to: *mut u8, byte: i32, count: usize) -> *mut u8 {
    // SAFETY: the caller promises `count` bytes to write.
    unsafe {
        asm!("rep stosb", inout("rcx") count => _, inout("rdi") to => _, in("al") byte as u8)
    };
    to
}

/// # Safety
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcmp(left: *const u8, right: *const u8, count: usize) -> i32 {
    for at in 0..count {
        // SAFETY: the caller promises `count` bytes of each, of which this is one; volatile, so that this does not become a call of itself.
        let (left, right) =
            unsafe { (left.add(at).read_volatile(), right.add(at).read_volatile()) };
        if left != right {
            return i32::from(left) - i32::from(right);
        }
    }
    0
}
