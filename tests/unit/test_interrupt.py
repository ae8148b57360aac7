"""Ctrl-C ends long native work: counts and playouts, with one thread and with several."""

import signal
import subprocess
import sys
import textwrap

import pytest

SOON = 30.0  # seconds after which it counts as hanging; the work itself would take far longer
START = """
import sternhalma as sh
print("ready", flush=True)
"""
WORK = {
    "perft": 'sh.perft(sh.Position("classic-2"), 14)',
    "perft on threads": 'sh.perft(sh.Position("classic-2"), 14, threads=3)',
    "perft of captures": 'sh.perft(sh.Position("capture-2"), 14)',
    "perft on a large star": 'sh.perft(sh.Position("long-6:order=6"), 14, threads=2)',
    "perft_divide": 'sh.perft_divide(sh.Position("classic-6"), 14)',
    "playouts": 'sh.playouts(sh.Position("classic-2:deadline=none"), games=10**7)',
    "playouts on threads": (
        'sh.playouts(sh.Position("star253-6"), 10**7, 10**6, threads=3, policy="forward")'
    ),
    "playouts of captures": 'sh.playouts(sh.Position("capture-long-2:order=6"), games=10**7)',
    "search": 'sh.Engine().search(sh.Position("classic-2"), depth=60)',
    "search on threads": 'sh.Engine(threads=3).search(sh.Position("star253-2"), depth=60)',
    "search of captures": 'sh.Engine().search(sh.Position("capture-long-2:order=6"), depth=60)',
    "search by playouts": (
        'sh.Engine(algorithm="mcts").search(sh.Position("classic-6"), time_ms=10**8)'
    ),
    "one playout without end": (
        'sh.playouts(sh.Position("rhombus-6"), games=1, max_plies=2**31 - 1)'
    ),
}


@pytest.mark.skipif(sys.platform == "win32", reason="NOT CHECKED: Windows has no SIGINT to send")
@pytest.mark.parametrize("work", WORK)
def test_ctrl_c_ends_the_work(work: str) -> None:
    script = textwrap.dedent(START) + WORK[work]
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.3)  # it works on, so the signal finds it there
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=SOON)
        finally:
            process.kill()
    assert errors.rstrip().endswith("KeyboardInterrupt")
    assert "Error" not in errors
    assert process.returncode in (-signal.SIGINT, 128 + signal.SIGINT, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="NOT CHECKED: Windows has no SIGINT to send")
def test_what_a_signal_handler_raises_comes_through() -> None:
    script = """
    import signal, threading
    import sternhalma as sh

    class Stop(Exception):
        pass

    def stop(*_):
        raise Stop

    signal.signal(signal.SIGUSR1, stop)
    position = sh.Position("classic-2")
    position.push("m3-m5")
    threading.Timer(0.2, signal.raise_signal, [signal.SIGUSR1]).start()
    try:
        sh.perft(position, 14, threads=2)
    except Stop:
        print(sh.perft(position, 2), position.history)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    count, _, history = done.stdout.strip().partition(" ")
    assert int(count) > 100
    assert history == '(Move("m3-m5"),)'


@pytest.mark.skipif(sys.platform == "win32", reason="NOT CHECKED: Windows has no SIGINT to send")
def test_a_broken_search_keeps_its_best_move() -> None:
    script = """
    import signal, threading
    import sternhalma as sh

    engine, position = sh.Engine(hash_mib=1), sh.Position("classic-2")
    threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
    try:
        engine.search(position, depth=60)
    except KeyboardInterrupt:
        print(engine.last.move in position.legal_moves, engine.last.depth > 2)
    signal.signal(signal.SIGINT, lambda *_: engine.stop())
    threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
    print(engine.search(position, depth=60).move in position.legal_moves)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.split() == ["True", "True", "True"]
