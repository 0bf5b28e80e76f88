import { beforeAll, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { DAYS } from '../../support/model/days.ts'
import { Player } from '../../support/model/player.ts'
import { prepareLooking } from '../../support/model/snapshot.ts'
import { numbers } from '../../support/random-trade.ts'
import { rounds, SEEDED, SEEDS } from '../../support/rounds.ts'

/**
 * Plays pairs of commands on the same documents, each pair so that the first has not committed when the second runs: a
 * command that reads what it does not lock decides on what is no longer so. The outcome must be that of the two in one
 * order or the other.
 */
const fixture = testFixture()
const PAIRS = Number(process.env.KALAKAL_PAIRS ?? rounds(30, 2_000))
/** A company is left after so many pairs, when it has many documents; and after a pair that went wrong. */
const COMPANY = 250
const MOST_TOLD = 10

beforeAll(() => prepareLooking(fixture.db))

it.each(SEEDS)(
  `have the outcome of one after the other ${SEEDED}`,
  async (seed) => {
    const player = new Player(fixture, true)
    const next = numbers(seed)
    const draw = () => Math.floor(next() * (2 ** 31 - 1))
    const wrong: string[] = []
    let left = 0
    for (let pair = 0; pair < PAIRS && wrong.length < MOST_TOLD; pair++) {
      try {
        if (left === 0) await begin(player, draw)
        left = (left || COMPANY) - 1
        // A single command in between brings documents to where pairs are about them.
        if (pair % 2 === 0) await player.play([[DAYS[draw() % DAYS.length]!, draw()]])
        await player.playPair(draw())
      } catch (error) {
        wrong.push(String(error))
        left = 0
      }
    }
    expect(wrong).toEqual([])
    expect(await player.broken()).toEqual([])
  },
  3_600_000,
)

/** A company with documents of every kind. */
async function begin(player: Player, draw: () => number): Promise<void> {
  await player.begin()
  for (const name of DAYS) await player.play([[name, draw()]])
}
