from kicker.games.progress cimport Progress

cpdef object deal_hands(Progress deal, Py_ssize_t number)
cpdef object deal_board(Progress deal, str street, Py_ssize_t count)
cpdef object exchange(Progress deal, Py_ssize_t seat, tuple discarded)
cpdef tuple replaced(tuple items, Py_ssize_t seat, object item)
