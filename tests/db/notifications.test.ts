import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asServerOf } from '../support/as-server.ts'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { notified, WAY } from '../support/notified.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)

type Told = {
  kind: string
  document_kind: string
  document_no: string | null
  party: string | null
  amount: string | null
}
const told = (user: string) =>
  fixture.db.as<Told>(
    user,
    `select kind, document_kind, document_no, party, amount::text from public.notifications
     where in_app and read_at is null order by id`,
  )
const unread = async (user: string, project = fixture.a) =>
  (
    await fixture.db.as<{ n: number }>(user, 'select public.unread_notifications($1::uuid) as n', [
      project,
    ])
  )[0]!.n
const subscribe = async (user: string, subscription: object = {}) =>
  (
    await fixture.db.as<{ answer: { id: string } }>(
      user,
      'select public.save_push_subscription($1::uuid, $2::uuid, $3::text::jsonb) as answer',
      [fixture.a, randomUUID(), JSON.stringify({ ...BROWSER, ...subscription })],
    )
  )[0]!.answer.id
const BROWSER = {
  browser: 'a'.repeat(64),
  endpoint: 'https://fcm.googleapis.com/fcm/send/one',
  p256dh: 'B'.repeat(87),
  auth: 'C'.repeat(22),
  device: 'Phone',
}

const asServer = asServerOf(fixture)
const { choose, change } = notified(fixture)
interface Job {
  id: string
  kind: string
}
const claim = (kind: string) => asServer<Job | null>('public.claim_job($1::text[])', [`{${kind}}`])
interface ToSend {
  identity: { user_id: string } | null
  count: number
  items: { kind: string; document_no: string }[]
  browsers?: { id: string; endpoint: string }[]
}
const toSend = (job: Job) =>
  asServer<ToSend>('public.mailed_notifications($1::uuid, $2)', [job.id, job.kind])
const complete = (job: Job) => asServer('public.complete_job($1::uuid, $2)', [job.id, 'sent'])
/** Takes the mail of a person, as if everything had happened some time ago. */
const claimMail = async (user: string) => {
  await fixture.db.sql(
    `update public.notifications set created_at = created_at - interval '2 minutes'`,
  )
  for (let job = await claim('notification_mail'); job; job = await claim('notification_mail')) {
    const [{ person }] = (await fixture.db.sql<{ person: string }>(
      'select person_id as person from private.jobs where id = $1::uuid',
      [job.id],
    )) as [{ person: string }]
    if (person === user) return job
    await complete(job)
  }
  return null
}

let product = ''
const returnedCheque = async () => {
  const customer = await t.customer()
  const cheque = await tr.cheque(customer, '10.00', [], await tr.day())
  await tr.deposit(await tr.bank(), [cheque])
  await tr.bounce({ id: cheque.id, version: cheque.version + 1 })
  return cheque.id
}
const pendingMemo = async () =>
  t.rpc('create_memo', {
    p_memo: {
      ...{ kind: 'debit', reason: 'bounced_cheque', amount: '6000.00' },
      customer_id: await t.customer(),
    },
  })

beforeAll(async () => {
  product = await t.product('10.00', 1000)
})
beforeEach(async () => {
  for (const table of ['notifications', 'notification_choices', 'push_subscriptions'])
    await fixture.db.sql(`delete from public.${table}`)
  await fixture.db.sql('delete from private.jobs')
})

describe('a notification', () => {
  it('tells of a returned cheque who follows the cheques, but not who returned it', async () => {
    await returnedCheque()
    const { Owner, Agent, warehouse, ...role } = fixture.role
    for (const user of [Owner, role['General Manager'], role['finance admin']]) {
      expect(await told(user)).toMatchObject([
        { kind: 'cheque_returned', document_kind: 'collection', amount: '10.00' },
      ])
      expect(await unread(user)).toBe(1)
    }
    for (const user of [role['special access 1'], Agent, warehouse, fixture.staffB])
      expect(await told(user)).toEqual([])
    expect(await unread(Owner, fixture.b)).toBe(0)
  })

  it('tells of a booking over the limit, once, and of a count that is handed in', async () => {
    const { Owner, warehouse } = fixture.role
    const customer = await t.customer('50.00')
    await t.book(customer, [[product, 5, '10.00']])
    expect(await told(Owner)).toEqual([])
    const { so_no } = await t.book(customer, [[product, 6, '10.00']])
    expect(await told(Owner)).toEqual([
      {
        ...{ kind: 'over_limit', document_kind: 'booking', document_no: so_no },
        ...{ party: expect.stringMatching(/^Store /), amount: '60.00' },
      },
    ])
    const count = await t.rpc<{ id: string; version: number }>(
      'open_stock_count',
      { p_count: { title: 'Aisle 3' } },
      warehouse,
    )
    const lines = [{ product_id: product, counted: '1' }]
    await t.rpc(
      'enter_stock_count',
      { p_count: count.id, p_version: count.version, p_lines: { lines }, p_submit: true },
      warehouse,
    )
    expect((await told(Owner)).at(-1)).toMatchObject({
      kind: 'count_submitted',
      document_no: 'Aisle 3',
    })
    expect(await told(fixture.role['sales admin'])).toEqual([])
  })

  it('is seen as long as its recipient is a member and may read the document', async () => {
    const finance = fixture.role['finance admin']
    await returnedCheque()
    expect(await told(finance)).toHaveLength(1)
    await change(finance, `role = 'warehouse'`)
    expect([await told(finance), await unread(finance)]).toEqual([[], 0])
    await change(finance, `role = 'finance admin', status = 'inactive'`)
    expect([await told(finance), await unread(finance)]).toEqual([[], 0])
    await change(finance, `status = 'active'`)
    expect(await told(finance)).toHaveLength(1)
  })

  it('is read by its recipient alone, and comes in the ways that the person chose', async () => {
    const { Owner } = fixture.role
    const finance = fixture.role['finance admin']
    const mark = (user: string, id: string | null) =>
      fixture.db.as<{ answer: { read: number } }>(
        user,
        'select public.mark_notifications_read($1::uuid, $2::uuid, $3::uuid) as answer',
        [fixture.a, randomUUID(), id],
      )
    await choose(finance, { cheque_returned: { ...WAY, in_app: false } })
    await returnedCheque()
    expect(await told(finance)).toEqual([])
    const [{ id }] = (await fixture.db.as<{ id: string }>(
      Owner,
      'select id from public.notifications',
    )) as [{ id: string }]
    expect((await mark(finance, id))[0]!.answer.read).toBe(0)
    expect(await unread(Owner)).toBe(1)
    expect((await mark(Owner, id))[0]!.answer.read).toBe(1)
    expect(await unread(Owner)).toBe(0)
    await returnedCheque()
    expect((await mark(Owner, null))[0]!.answer.read).toBe(1)
    await choose(finance, { cheque_returned: { in_app: false, by_mail: false, by_push: false } })
    await returnedCheque()
    expect(
      await fixture.db.sql(
        `select from public.notifications where user_id = $1::uuid and not by_mail`,
        [finance],
      ),
    ).toEqual([])
  })

  it('tells of a comment whom it mentions, but not who wrote it', async () => {
    const { Owner } = fixture.role
    const finance = fixture.role['finance admin']
    const customer = await t.customer()
    const note = { note: 'Please call them.', mentions: [Owner, finance] }
    await t.rpc(
      'add_comment',
      { p_kind: 'customer', p_document: customer, p_comment: note },
      finance,
    )
    expect(await told(Owner)).toMatchObject([
      { kind: 'mention', document_kind: 'customer', document_no: expect.stringMatching(/^Store /) },
    ])
    expect(await told(finance)).toEqual([])
    await t.rpc(
      'add_comment',
      { p_kind: 'customer', p_document: customer, p_comment: note },
      finance,
    )
    expect(await told(Owner)).toHaveLength(2)
  })

  it('offers each role the kinds that it sees, with the digest for owners', async () => {
    const settings = async (user: string) =>
      fixture.db.as<{ kind: string; in_app: boolean | null; by_mail: boolean }>(
        user,
        'select * from public.notification_settings($1::uuid)',
        [fixture.a],
      )
    const owner = await settings(fixture.role.Owner)
    expect(owner.map(({ kind }) => kind)).toEqual([
      ...['approval', 'cheque_returned', 'over_limit', 'count_submitted', 'mention', 'digest'],
    ])
    expect(owner[0]!.in_app).toBeNull()
    expect(owner.at(-1)!.by_mail).toBe(true)
    expect((await settings(fixture.role['General Manager'])).at(-1)!.by_mail).toBe(false)
    expect((await settings(fixture.role.warehouse)).map(({ kind }) => kind)).toEqual(['mention'])
  })
})

describe('mails of notifications', () => {
  it('are one for all that happened, and none for ten minutes', async () => {
    const finance = fixture.role['finance admin']
    await returnedCheque()
    await fixture.db.sql(
      `insert into public.notifications (project_id, user_id, kind, document_kind, document_id, in_app, by_mail, by_push)
       select n.project_id, n.user_id, n.kind, n.document_kind, n.document_id, true, true, false
       from public.notifications n, generate_series(1, 21) where n.user_id = $1::uuid`,
      [finance],
    )
    expect(await claim('notification_mail')).toBeNull()
    const job = await claimMail(finance)
    const mail = await toSend(job!)
    expect(mail).toMatchObject({ count: 22, identity: { user_id: finance } })
    expect(mail.items).toHaveLength(20)
    await complete(job!)
    await returnedCheque()
    expect(await claimMail(finance)).toBeNull()
    await fixture.db.sql(`update private.jobs set done_at = done_at - interval '11 minutes'`)
    expect((await toSend((await claimMail(finance))!)).count).toBe(1)
  })

  it('say only what their recipient may read when they are sent, and what still waits', async () => {
    const finance = fixture.role['finance admin']
    await choose(finance, { approval: WAY })
    const memo = await pendingMemo()
    await returnedCheque()
    const job = await claimMail(finance)
    expect((await toSend(job!)).items.map(({ kind }) => kind)).toEqual([
      ...['approval', 'cheque_returned'],
    ])
    await t.rpc('approve_memo', { p_memo: memo.id, p_version: 1 }, fixture.role.Owner)
    expect((await toSend(job!)).items.map(({ kind }) => kind)).toEqual(['cheque_returned'])
    await change(finance, `status = 'inactive'`)
    expect(await toSend(job!)).toMatchObject({ count: 0, items: [] })
    await change(finance, `status = 'active'`)
    expect((await toSend(job!)).count).toBe(1)
    await complete(job!)
    await expect(toSend(job!)).rejects.toMatchObject({ code: 'P0002' })
  })
})

describe('browsers that get pushes', () => {
  it('are of a known push service, one person each', async () => {
    const { Owner, ASE } = fixture.role
    for (const endpoint of [
      'http://fcm.googleapis.com/fcm/send/x',
      'https://fcm.googleapis.com.evil.test/x',
      'https://fcm.googleapis.com@evil.test/x',
      'https://evil.test/fcm.googleapis.com/',
      'https://fcm.googleapis.com:444/x',
      'https://notify.windows.com.evil.test/x',
      'https://127.0.0.1/x',
      'https://fcm.googleapis.com/a b',
    ])
      await expect(subscribe(Owner, { endpoint })).rejects.toMatchObject({ code: '22023' })
    const of = async (user: string) =>
      (await fixture.db.as<{ id: string }>(user, 'select id from public.push_subscriptions')).map(
        ({ id }) => id,
      )
    const first = await subscribe(Owner)
    expect(await of(Owner)).toEqual([first])
    const second = await subscribe(ASE)
    expect([await of(Owner), await of(ASE)]).toEqual([[], [second]])
    for (let n = 0; n < 11; n++)
      await subscribe(Owner, {
        browser: n.toString(16).padStart(64, '0'),
        endpoint: `https://web.push.apple.com/${n}`,
      })
    expect(await of(Owner)).toHaveLength(10)
  })

  it('end with the sign-out there, with another person, and with the membership', async () => {
    const { Owner, ASE } = fixture.role
    const left = async () => (await fixture.db.sql('select from public.push_subscriptions')).length
    await subscribe(Owner)
    const end = (user: string, elsewhere: boolean) =>
      fixture.db.as(user, 'select public.end_push($1, $2)', [BROWSER.browser, elsewhere])
    await end(ASE, false)
    await end(Owner, true)
    expect(await left()).toBe(1)
    await end(Owner, false)
    expect(await left()).toBe(0)
    await subscribe(Owner)
    const enter = (user: string) =>
      fixture.db.as(user, 'select public.record_session($1, $2, $3)', [
        ...['Phone', '127.0.0.1', BROWSER.browser],
      ])
    await enter(Owner)
    expect(await left()).toBe(1)
    await enter(ASE)
    expect(await left()).toBe(0)
    await subscribe(ASE)
    await change(ASE, `status = 'inactive'`)
    expect(await left()).toBe(0)
    await change(ASE, `status = 'active'`)
  })

  it('get what happened once, and end when their service says so', async () => {
    const { Owner } = fixture.role
    await returnedCheque()
    expect(await claim('push')).toBeNull()
    const id = await subscribe(Owner)
    const memo = await pendingMemo()
    const job = await claim('push')
    const push = await toSend(job!)
    expect(push).toMatchObject({
      ...{ count: 1, identity: { user_id: Owner } },
      items: [{ kind: 'approval', document_no: memo.memo_no }],
      browsers: [{ id, endpoint: BROWSER.endpoint }],
    })
    const ended = await asServer<{ ended: number }>('public.end_browsers($1::uuid, $2::uuid[])', [
      ...[job!.id, `{${id}}`],
    ])
    expect(ended).toEqual({ ended: 1 })
    await complete(job!)
    await returnedCheque()
    expect(await claim('push')).toBeNull()
  })
})
