#!/usr/bin/env python3
REST = 52
PULL = 192
LOCK = [
    46, 156, 182, 161, 166, 119, 110, 151, 242, 133, 60, 89,
    133, 42, 162, 112, 43, 88, 205, 73, 94, 112, 35, 64,
    110, 160, 231, 47, 113, 236, 12, 129, 49, 208, 159, 244,
    72,
]


def tumblers(word):
    state = REST
    for place, letter in enumerate(word.encode()):
        state = (state * PULL + letter + place) % 251
        yield state


if list(tumblers(input("Word? "))) == LOCK:
    print("The gate swings open. That word is your flag.")
else:
    print("The gate does not move.")
