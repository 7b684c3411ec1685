# What tuples.py has, for the compiled modules. Inline functions can be shared between them only from a file like this
# one, which is not compiled itself.
cdef extern from *:
    """
    /* What tuple.__new__(kind, fields) does, without its arguments as Python's objects and without a second tuple. */
    static CYTHON_INLINE PyObject *kicker_make(PyObject *kind, PyObject *fields) {
        Py_ssize_t place, count = PyTuple_GET_SIZE(fields);
        PyObject *made = ((PyTypeObject *) kind)->tp_alloc((PyTypeObject *) kind, count);
        if (made == NULL) return NULL;
        for (place = 0; place < count; place++) {
            PyObject *field = PyTuple_GET_ITEM(fields, place);
            Py_INCREF(field);
            PyTuple_SET_ITEM(made, place, field);
        }
        return made;
    }
    static CYTHON_INLINE PyObject *kicker_replaced(PyObject *items, Py_ssize_t seat, PyObject *item) {
        Py_ssize_t place, count;
        PyObject *made;
        if (!PyTuple_CheckExact(items)) {
            PyErr_SetString(PyExc_TypeError, "a tuple is needed");
            return NULL;
        }
        count = PyTuple_GET_SIZE(items);
        if (seat < 0 || seat >= count) {
            PyErr_SetString(PyExc_IndexError, "there is no such seat");
            return NULL;
        }
        made = PyTuple_New(count);
        if (made == NULL) return NULL;
        for (place = 0; place < count; place++) {
            PyObject *each = place == seat ? item : PyTuple_GET_ITEM(items, place);
            Py_INCREF(each);
            PyTuple_SET_ITEM(made, place, each);
        }
        return made;
    }
    """
    tuple replaced "kicker_replaced"(tuple items, Py_ssize_t seat, object item)
    object make "kicker_make"(object kind, tuple fields)


# Cython takes only an exact tuple for a tuple; others are unpacked by an iterator, in three times the time.
cdef inline tuple plain(object fields):
    if not isinstance(fields, tuple):
        raise TypeError(f"{type(fields).__name__} is not a tuple")
    return <tuple> fields
