"""What compiles kernels, and keeps their machine code.

jit            The decorators of compiled kernels
jit_cache      Where machine code is kept: in a folder for each kernel file, named by what its code comes
               from
jit_entries    What is kept of one function: a file for each kind of arguments that it was compiled for
jit_parts      Parts of kernels: compiled as far as kernels that call them need it, and no farther
jit_shortcuts  Shortcuts in the compiler: what it finds out again and again it finds out once, and nothing is
               in vain
jit_target     The compiler, its settings and its target: the highest level of processors that is here
kernel_files   Which files the code of a kernel comes from: its own, and all of ours that it imports, and
               they import
kernel_news    News of kernels: listeners get the name of each that is there, compiled or loaded
"""
