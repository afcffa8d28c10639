"""Plays the tests of test_booking.py in a folder as pytest would, where there is no pytest.

    python3 without_pytest.py <folder>

Prints a line for each test; the first one that fails ends it.
"""

import importlib
import sys
import types

pytest = types.ModuleType("pytest")
pytest.fixture = lambda function: function
sys.modules["pytest"] = pytest
sys.path.insert(0, sys.argv[1])
module = importlib.import_module("test_booking")

for name, test in list(vars(module).items()):
    if name.startswith("test_"):
        fixture = module.supplier()
        try:
            test(next(fixture))
        finally:
            next(fixture, None)
        print(f"{name} passed")
