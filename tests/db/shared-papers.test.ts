import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asServerOf } from '../support/as-server.ts'
import { testFixture } from '../support/fixture.ts'
import { rounds } from '../support/rounds.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)

const asServer = asServerOf(fixture)

interface Kept {
  id: string
  token: string
}

/** Keeps a paper for a person, as the web server does. */
async function keep(user: string, document: string, more: object = {}): Promise<Kept> {
  const [id, token] = [randomUUID(), randomBytes(16).toString('hex')]
  const kept = {
    ...{ id, project: fixture.a, user, document, paper: 'invoice', title: 'Invoice S-1' },
    content: 'as it was',
    token_hash: createHash('sha256').update(token).digest('hex'),
    ...more,
  }
  await asServer('public.keep_paper($1::text::jsonb)', [JSON.stringify(kept)])
  return { id, token }
}

const link = (user: string, kept: Kept, days = 7, project = fixture.a) =>
  fixture.db.rpc<{ id: string; until: string }>(user, 'share_by_link', {
    ...{ p_project: project, p_idempotency_key: kept.id, p_kept: kept.id, p_days: days },
  })
const MAIL = { recipients: ['buyer@store.test'], subject: 'Your invoice', note: 'Good day' }
const mail = (user: string, kept: Kept, more: object = {}) =>
  fixture.db.rpc<{ id: string }>(user, 'share_by_mail', {
    ...{ p_project: fixture.a, p_idempotency_key: kept.id, p_kept: kept.id },
    p_mail: { ...MAIL, ...more },
  })
const end = (user: string, shared: string, project = fixture.a) =>
  fixture.db.rpc(user, 'end_shared_link', {
    ...{ p_project: project, p_idempotency_key: randomUUID(), p_shared: shared },
  })
type Listed = {
  id: string
  way: string
  opens: number
  recipients: string[]
  mail_result: string | null
  may_end: boolean
}
const listed = (user: string, document: string, project = fixture.a) =>
  fixture.db.as<Listed>(
    user,
    `select * from public.shared_of_document($1::uuid, 'invoice', $2::uuid)`,
    [...[project, document]],
  )
type Opened = { state: string; content?: string; seconds?: number }
const open = (token: string, address = '203.0.113.1') =>
  asServer<Opened>('public.open_shared_paper($1, $2)', [token, address])
const NONE = { state: 'none' }

let invoice: string
let clerk: string

beforeAll(async () => {
  clerk = fixture.role['invoice admin']
  const product = await t.product('10.00', 100)
  const { id, version } = await t.book(await t.customer(), [[product, 1, '10.00']])
  await t.validate(id, version)
  await t.invoice(id, version + 1, 'S-1')
  invoice = id
})
beforeEach(() => fixture.db.sql('delete from private.link_guesses'))

describe('a link to a paper', () => {
  it('shows what was kept, is counted, and shows the same after the document has changed', async () => {
    const kept = await keep(clerk, invoice)
    // It opens nothing before its reader shares it.
    expect(await open(kept.token)).toEqual(NONE)
    const { id, until } = await link(clerk, kept, 30)
    expect(Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBe(30)
    await fixture.db.sql(`update public.projects set name = name || ' Inc.' where id = $1::uuid`, [
      fixture.a,
    ])
    for (let n = 0; n < 2; n++)
      expect(await open(kept.token)).toEqual({ state: 'open', content: 'as it was' })
    const [mine] = await listed(clerk, invoice)
    expect(mine).toMatchObject({ id, way: 'link', opens: 2, may_end: true })
    // The database has the hash of the token alone, also in the trail.
    const found = await fixture.db.sql(
      `select from private.shared_contents c where c::text like $1
       union all select from public.audit_log a where a.after::text like $1 or a.after::text like '%as it was%'
       union all select from private.idempotency_keys k where k.result::text like $1`,
      [`%${kept.token}%`],
    )
    expect(found).toEqual([])
  })

  it('stands in the history of its document, with who ended it', async () => {
    const kept = await keep(clerk, invoice)
    const { id } = await link(clerk, kept)
    await end(fixture.role['General Manager'], id)
    const rows = await fixture.db.as<Record<string, unknown>>(
      fixture.role.Owner,
      `select user_id, kind, action, after ->> 'title' as title, after ->> 'ended_by' as ended_by
       from public.audit_trail($1::uuid, jsonb_build_object('documents', jsonb_build_array($2::text)))
       where table_name = 'shared_papers' and row_id = $3::uuid`,
      [fixture.a, invoice, id],
    )
    expect(rows).toEqual([
      {
        ...{ user_id: fixture.role['General Manager'], kind: 'booking', action: 'update' },
        ...{ title: null, ended_by: fixture.role['General Manager'] },
      },
      {
        ...{ user_id: clerk, kind: 'booking', action: 'insert' },
        ...{ title: 'Invoice S-1', ended_by: null },
      },
    ])
  })

  it('opens nothing once it has ended, was ended or its project is archived, with one same answer', async () => {
    const [over, ended, archived] = [
      await keep(clerk, invoice),
      await keep(clerk, invoice),
      await keep(clerk, invoice),
    ]
    for (const each of [over, ended, archived]) await link(clerk, each)
    await fixture.db.sql(
      `update private.shared_papers set until = now() - interval '1 second' where id = $1::uuid`,
      [over.id],
    )
    await end(clerk, ended.id)
    expect(await open(archived.token)).toMatchObject({ state: 'open' })
    const status = (value: string) =>
      fixture.db.sql('update public.projects set status = $1 where id = $2::uuid', [
        value,
        fixture.a,
      ])
    await status('inactive')
    try {
      for (const { token } of [over, ended, archived]) expect(await open(token)).toEqual(NONE)
    } finally {
      await status('active')
    }
    expect(await open('0'.repeat(32))).toEqual(NONE)
    // Nothing of what was ended is kept.
    await fixture.db.sql('select private.clean_up()')
    expect(
      await fixture.db.sql(
        'select from private.shared_contents where content is not null and id = any ($1::uuid[])',
        [`{${over.id},${ended.id}}`],
      ),
    ).toEqual([])
  })

  it('is for who may print the paper, of their own company, and for what was read for them', async () => {
    const kept = await keep(clerk, invoice)
    const [foreign, other] = [fixture.staffB, fixture.role.Owner]
    await expect(link(other, kept)).rejects.toMatchObject({ code: 'P0002' })
    await expect(link(foreign, kept)).rejects.toMatchObject({ code: '42501' })
    await expect(link(foreign, kept, 7, fixture.b)).rejects.toMatchObject({ code: 'P0002' })
    await expect(link(clerk, kept, 365)).rejects.toMatchObject({ code: '22023' })
    const agents = await keep(fixture.role.Agent, invoice)
    await expect(link(fixture.role.Agent, agents)).rejects.toMatchObject({ code: '42501' })
    const { id } = await link(clerk, kept)
    await expect(end(foreign, id, fixture.b)).rejects.toMatchObject({ code: 'P0002' })
    await expect(listed(foreign, invoice, fixture.b)).rejects.toMatchObject({ code: 'P0002' })
    await expect(listed(fixture.role.Agent, invoice)).rejects.toMatchObject({ code: 'P0002' })
    // A colleague sees it and does not end it.
    const colleague = fixture.role['special access 1']
    expect((await listed(colleague, invoice)).find((each) => each.id === id)).toMatchObject({
      may_end: false,
    })
    await expect(end(colleague, id)).rejects.toMatchObject({ code: '42501' })
  })

  it('is sent again with the form that lost its answer, and a key of other content is refused', async () => {
    const kept = await keep(clerk, invoice)
    const first = await link(clerk, kept)
    const token = randomBytes(16).toString('hex')
    const token_hash = createHash('sha256').update(token).digest('hex')
    await keep(clerk, invoice, { id: kept.id, token_hash, content: 'another' })
    expect(await link(clerk, kept)).toEqual(first)
    expect(await open(kept.token)).toEqual(NONE)
    expect(await open(token)).toEqual({ state: 'open', content: 'as it was' })
    await expect(keep(fixture.role.Owner, invoice, { id: kept.id })).rejects.toMatchObject({
      code: 'P0001',
    })
  })
})

it('makes an address wait after thirty guesses, and keeps one row of ten thousand', async () => {
  const kept = await keep(clerk, invoice)
  await link(clerk, kept)
  const guesses = rounds(300, 10_000)
  const states = new Map<string, number>()
  for (let n = 0; n < guesses; n += 100) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => open(randomBytes(16).toString('hex'), '198.51.100.7')),
    )
    for (const { state } of answers) states.set(state, (states.get(state) ?? 0) + 1)
  }
  // Attempts at the same moment as the thirtieth are counted after it.
  expect(states.get('none')).toBeLessThanOrEqual(30 + 100)
  expect(states.get('wait')).toBe(guesses - states.get('none')!)
  expect(await fixture.db.sql('select from private.link_guesses')).toHaveLength(1)
  expect(await open(kept.token, '198.51.100.7')).toMatchObject({ state: 'wait' })
  expect(await open(kept.token)).toMatchObject({ state: 'open' })
})

describe('a paper by mail', () => {
  const claim = () =>
    asServer<{ id: string; kind: string } | null>(`public.claim_job('{paper_mail}')`)
  const claimMail = async () => {
    for (let job = await claim(); job; job = await claim()) {
      if (job.kind === 'paper_mail') return job.id
      await fixture.db.sql('update private.jobs set done_at = now() where id = $1::uuid', [job.id])
    }
    throw new Error('No mail is due.')
  }

  it('waits for the server with the words and the paper, and proposes its addresses next time', async () => {
    const kept = await keep(clerk, invoice)
    await mail(clerk, kept, { recipients: [' Buyer@Store.test', 'store@mail.example.ph'] })
    const job = await claimMail()
    expect(await asServer('public.mail_of_paper($1::uuid)', [job])).toMatchObject({
      ...{ state: 'ready', to: ['buyer@store.test', 'store@mail.example.ph'] },
      ...{ subject: 'Your invoice', note: 'Good day', content: 'as it was' },
    })
    const result = async () => (await listed(clerk, invoice)).find(({ id }) => id === kept.id)
    expect(await result()).toMatchObject({ way: 'mail', mail_result: null })
    await asServer(`public.complete_job($1::uuid, 'sent')`, [job])
    expect(await result()).toMatchObject({ mail_result: 'sent' })
    expect(await open(kept.token)).toEqual(NONE)
    const proposed = await fixture.db.as<{ to: string[] }>(
      fixture.role.Owner,
      `select public.last_recipients($1::uuid, 'invoice', $2::uuid) as to`,
      [fixture.a, invoice],
    )
    expect(proposed[0]!.to).toEqual(['buyer@store.test', 'store@mail.example.ph'])
  })

  it('is not sent when its sender no longer belongs to the company', async () => {
    await mail(clerk, await keep(clerk, invoice))
    const job = await claimMail()
    const status = (value: string) =>
      fixture.db.sql('update public.memberships set status = $1 where user_id = $2::uuid', [
        value,
        clerk,
      ])
    await status('inactive')
    try {
      expect(await asServer('public.mail_of_paper($1::uuid)', [job])).toEqual({ state: 'stopped' })
    } finally {
      await status('active')
    }
    await asServer(`public.complete_job($1::uuid, 'stopped')`, [job])
  })

  it.each([
    ['recipients', { recipients: [] }],
    ['recipients', { recipients: ['nobody'] }],
    ['recipients', { recipients: ['a@b.test\nBcc: c@d.test'] }],
    ['recipients', { recipients: Array.from({ length: 11 }, (_, n) => `a${n}@b.test`) }],
    ['subject', { subject: '' }],
    ['subject', { subject: 'Two\nlines' }],
    ['note', { note: 'x'.repeat(2001) }],
  ])('refuses %s that nobody can use', async (field, more) => {
    await expect(mail(clerk, await keep(clerk, invoice), more)).rejects.toMatchObject({
      code: '22023',
      detail: field,
    })
  })

  it('goes to a hundred addresses a day at most', async () => {
    const ten = (n: number) => Array.from({ length: 10 }, (_, at) => `p${n}-${at}@store.test`)
    const sender = fixture.role.Owner
    for (let n = 0; n < 10; n++)
      await mail(sender, await keep(sender, invoice), { recipients: ten(n) })
    await expect(mail(sender, await keep(sender, invoice))).rejects.toMatchObject({
      ...{ code: 'P0001', hint: 'too_many' },
    })
    await mail(clerk, await keep(clerk, invoice))
  })
})
