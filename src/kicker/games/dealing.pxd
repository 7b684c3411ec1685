from kicker.games.deal cimport Deal, replaced

cpdef object deal_hands(Deal deal, Py_ssize_t number)
cpdef object deal_board(Deal deal, str street, Py_ssize_t count)
cpdef object exchange(Deal deal, Py_ssize_t seat, tuple discarded)
