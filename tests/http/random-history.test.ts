import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPORTS } from '../../app/modules/reports/registry.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { type Auditor, openAuditor, reportAgrees } from '../support/agreement.ts'
import type { TestDatabase } from '../support/database-types.ts'
import { Dice } from '../support/model/action.ts'
import { MODEL_ACTIONS } from '../support/model/actions/index.ts'
import { DAYS } from '../support/model/days.ts'
import { Player } from '../support/model/player.ts'
import { prepareLooking } from '../support/model/snapshot.ts'
import { rounds, SEEDS, sample } from '../support/rounds.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { testDatabaseAt } from '../support/test-database.ts'

/**
 * Plays a random history of all commands in the database of a web server. What an oracle computes from the commands alone is
 * what the functions of the reports say, and what those say is on screen, in Excel and on paper.
 */
describe.skipIf(!hasPostgres()).each(SEEDS)('a random history (KALAKAL_TEST_SEED=%i)', (seed) => {
  const server = postgresServer()
  let db: TestDatabase
  let player: Player
  let owner: Auditor

  beforeAll(async () => {
    db = testDatabaseAt(`${server.demo.cluster}/${server.database}`)
    await prepareLooking(db)
    const idOf = async (email: string) =>
      (await db.sql<{ id: string }>('select id from auth.users where email = $1', [email]))[0]!.id
    const admin = await idOf('admin@demo.test')
    player = new Player({ db, admin })
    await player.begin()
    const dice = new Dice(seed)
    // The company stays open, so that its reports can be read.
    const commands = Object.entries(MODEL_ACTIONS)
      .filter(([name]) => name !== 'remove_project')
      .flatMap(([name, { often }]) => Array<string>(often).fill(name))
    for (const name of DAYS) await player.play([[name, dice.nat(1e9)]])
    for (let n = 0; n < rounds(60, 100); n++)
      await player.play([[dice.one(commands), dice.nat(1e9)]])
    await db.sql(
      "insert into public.memberships (project_id, user_id, role) values ($1::uuid, $2::uuid, 'Owner')",
      [player.projectId, await idOf('owner@demo.test')],
    )
    owner = await openAuditor(server, player.projectId, 'owner@demo.test', DEMO_PASSWORD)
    await owner.client.post('/switch-project', { project: player.projectId })
  }, 240_000)
  afterAll(() => db?.close())

  it('has the figures of the oracle in every report', async () => {
    expect(await player.broken()).toEqual([])
    expect(await player.misreported()).toEqual([])
  }, 120_000)

  it.each(sample(REPORTS, 4).map((report) => [report.title, report] as const))(
    '%s: screen, Excel and print have those figures, row by row',
    async (_, report) => {
      // The oracle says the figures of some level of each report; all levels have the same rows.
      await reportAgrees(owner, report, 'from=2000-01-01')
    },
    240_000,
  )
})
