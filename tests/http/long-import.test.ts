import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect, type PostgresServer } from '../support/warm-servers.ts'

const server = postgresServer() as PostgresServer

/** Longer than other requests and statements may take: 13 s for a page, 15 s for a statement. */
const LONG_MS = 16_500

it.skipIf(!hasPostgres())('imports may take longer than a page', async () => {
  const screen = paths.imports.kind('payees')
  const client = await HttpClient.signedIn(server.origin, 'finance-admin@demo.test')
  const shown = await (await client.get(screen)).text()
  const hidden = (field: string) => new RegExp(`name="${field}" value="([^"]*)"`).exec(shown)![1]!
  const send = (intent: string, fields: Record<string, string>) =>
    client.post(screen, {
      project: hidden('project'),
      idempotencyKey: hidden('idempotencyKey'),
      intent,
      ...fields,
    })
  const preview = await (await send('read', { pasted: 'Payee\tAccount no.\nSlow Supply\t' })).text()
  expect(preview).toContain('can be imported')
  const database = connect(server)
  try {
    // The import waits for a table that somebody holds.
    let holding: Promise<unknown> = Promise.resolve()
    await new Promise<void>((locked) => {
      holding = database.begin(async (sql) => {
        await sql`lock table public.payees in share row exclusive mode`
        locked()
        await sleep(LONG_MS)
      })
    })
    const done = await send('import', {
      file_name: 'Pasted rows',
      sheet: 'Payee\tAccount no.\nSlow Supply\t',
      header: '0',
      header_was: '0',
      'column.fname': '0',
      'column.account_no': '1',
    })
    await holding
    expect(done.status).toBe(302)
    const [found] =
      await database`select count(*)::int as n from public.payees where fname = 'Slow Supply'`
    expect(found!.n).toBe(1)
  } finally {
    await database.end()
  }
})
