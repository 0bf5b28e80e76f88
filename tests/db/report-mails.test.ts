import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asServerOf } from '../support/as-server.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)

const DAILY = { report: 'ar', search: 'level=document', rhythm: 'day', hour: 6 }

const save = async (user: string, schedule: object, key = randomUUID()) =>
  (
    await fixture.db.as<{ answer: { id: string } }>(
      user,
      'select public.save_report_schedule($1::uuid, $2::uuid, $3::text::jsonb) as answer',
      [fixture.a, key, JSON.stringify({ ...DAILY, recipients: [user], ...schedule })],
    )
  )[0]!.answer.id
const remove = (user: string, id: string) =>
  fixture.db.as(user, 'select public.remove_report_schedule($1::uuid, $2::uuid, $3::uuid)', [
    ...[fixture.a, randomUUID(), id],
  ])
const pause = (user: string, id: string, paused: boolean) =>
  fixture.db.as(user, 'select public.pause_report_schedule($1::uuid, $2::uuid, $3::uuid, $4)', [
    ...[fixture.a, randomUUID(), id, paused],
  ])
const change = (user: string, id: string, values: object) =>
  fixture.db.as(
    user,
    'select public.change_report_schedule($1::uuid, $2::uuid, $3::uuid, $4::text::jsonb)',
    [fixture.a, randomUUID(), id, JSON.stringify({ ...DAILY, recipients: [user], ...values })],
  )
const visible = async (user: string) =>
  (
    await fixture.db.as<{ id: string }>(user, 'select id from public.report_schedules order by id')
  ).map(({ id }) => id)
type Listed = {
  id: string
  may_pause: boolean
  mails: { name: string; result: string | null; error: string | null }[]
}
const listed = (user: string) =>
  fixture.db.as<Listed>(user, 'select * from public.scheduled_reports($1::uuid)', [fixture.a])

const asServer = asServerOf(fixture)
type Job = {
  id: string
  kind: string
}
const claim = () => asServer<Job | null>(`public.claim_job('{clean_up,seal_months,report_mail}')`)
const mail = (job: Job) =>
  asServer<Record<string, unknown>>('public.mail_of_report($1::uuid)', [job.id])
const read = <T>(job: Job, how: string, report: string, filters: object) =>
  asServer<T>('public.mailed_report($1::uuid, $2, $3, $4::text::jsonb)', [
    ...[job.id, how, report, JSON.stringify(filters)],
  ])
/** Lets the time of a schedule come, and takes its mails until none is left. */
const arrive = async (id: string) => {
  await fixture.db.sql(
    `update public.report_schedules set next_at = date_trunc('hour', now()) - interval '1 minute' where id = $1::uuid`,
    [id],
  )
}
const claimMail = async () => {
  for (let job = await claim(); job; job = await claim()) {
    if (job.kind === 'report_mail') return job
    await fixture.db.sql('update private.jobs set done_at = now() where id = $1::uuid', [job.id])
  }
  throw new Error('No mail is due.')
}
const complete = (job: Job, result: string) =>
  asServer('public.complete_job($1::uuid, $2)', [job.id, result])

const products: string[] = []
let secondAgent = ''
beforeAll(async () => {
  secondAgent = await fixture.addAgent('a')
  products.push(await t.product('10.00', 100))
  for (const [quantity, agent] of [
    [1, fixture.role.Agent],
    [2, fixture.role.Agent],
    [4, secondAgent],
  ] as const) {
    const customer = await t.customer()
    await fixture.db.sql('update public.customers set agent_id = $1::uuid where id = $2::uuid', [
      agent,
      customer,
    ])
    const booking = await t.book(customer, [[products[0]!, quantity, '10.00']])
    await t.validate(booking.id, booking.version)
    await t.invoice(booking.id, booking.version + 1, `M-${quantity}`)
  }
})
beforeEach(async () => {
  await fixture.db.sql('delete from public.report_schedules')
  await fixture.db.sql('delete from private.jobs')
})

describe('a scheduled mail', () => {
  it("is one's own, and for others of General Manager and Owner alone", async () => {
    const { Owner, ASE } = fixture.role
    const key = randomUUID()
    const mine = await save(ASE, {}, key)
    expect(await save(ASE, {}, key)).toBe(mine)
    const forOther = await save(Owner, { recipients: [ASE, Owner] })
    const owners = await save(Owner, {})
    expect(await visible(ASE)).toEqual([mine, forOther].sort())
    expect(await visible(Owner)).toEqual([mine, forOther, owners].sort())
    expect(await visible(fixture.role['finance admin'])).toEqual([])
    expect(await visible(fixture.staffB)).toEqual([])
    expect((await listed(ASE)).map(({ id, may_pause }) => [id, may_pause])).toEqual([
      [mine, true],
      [forOther, false],
    ])
    await expect(save(ASE, { recipients: [Owner] })).rejects.toMatchObject({ code: '42501' })
    // The warehouse may not read the receivables, an Agent no report at all.
    for (const other of [fixture.role.warehouse, fixture.role.Agent, fixture.staffB])
      await expect(save(Owner, { recipients: [other] })).rejects.toMatchObject({ code: '42501' })
    await expect(save(fixture.role.warehouse, {})).rejects.toMatchObject({ code: '42501' })
    await expect(save(Owner, { report: 'bookings' })).rejects.toMatchObject({ code: '42501' })
  })

  it('is refused without a time or a recipient', async () => {
    for (const wrong of [
      { recipients: [] },
      { rhythm: 'year' },
      { rhythm: 'week' },
      { rhythm: 'week', weekday: 8 },
      { rhythm: 'month', month_day: 0 },
      { hour: 24 },
      { view_id: randomUUID() },
    ])
      await expect(save(fixture.role.Owner, wrong)).rejects.toMatchObject({ code: '22023' })
  })

  it('is changed by who made it, by General Manager and Owner, and keeps its report and pause', async () => {
    const { Owner, ASE } = fixture.role
    const id = await save(ASE, { search: 'level=customer' })
    const schedule = async () =>
      (
        await fixture.db.sql<Record<string, unknown>>(
          `select report, search, rhythm, weekday, hour, recipients, next_at is null as waits, user_id
           from public.report_schedules where id = $1::uuid`,
          [id],
        )
      )[0]!
    const weekly = { report: 'sales', search: 'x', rhythm: 'week', weekday: 5, hour: 20 }
    await change(ASE, id, weekly)
    const changed = { report: 'ar', search: 'level=customer', rhythm: 'week', weekday: 5, hour: 20 }
    const of = { user_id: ASE, recipients: [ASE] }
    expect(await schedule()).toEqual({ ...changed, ...of, waits: false })
    await expect(change(ASE, id, { recipients: [Owner] })).rejects.toMatchObject({ code: '42501' })
    await expect(change(ASE, id, { hour: 24 })).rejects.toMatchObject({ code: '22023' })
    await pause(ASE, id, true)
    await change(Owner, id, { recipients: [ASE, Owner] })
    expect(await schedule()).toMatchObject({
      rhythm: 'day',
      weekday: null,
      waits: true,
      user_id: ASE,
    })
    const forOther = await save(Owner, { recipients: [Owner, ASE] })
    await expect(change(ASE, forOther, {})).rejects.toMatchObject({ code: '42501' })
    await expect(change(fixture.role['finance admin'], id, {})).rejects.toMatchObject({
      code: 'P0002',
    })
    await expect(change(fixture.staffB, id, {})).rejects.toMatchObject({ code: '42501' })
  })

  it('is paused and ended by who made it, and left by who receives it', async () => {
    const { Owner, ASE } = fixture.role
    const id = await save(Owner, { recipients: [Owner, ASE] })
    await expect(pause(ASE, id, true)).rejects.toMatchObject({ code: '42501' })
    await expect(pause(fixture.role['finance admin'], id, true)).rejects.toMatchObject({
      code: 'P0002',
    })
    await pause(Owner, id, true)
    const next = async () =>
      (
        await fixture.db.sql<{ next: string | null }>(
          'select next_at::text as next from public.report_schedules where id = $1::uuid',
          [id],
        )
      )[0]?.next
    expect(await next()).toBeNull()
    await pause(Owner, id, false)
    expect(await next()).not.toBeNull()
    await remove(ASE, id)
    expect(await visible(ASE)).toEqual([])
    expect(await visible(Owner)).toEqual([id])
    await remove(Owner, id)
    expect(await visible(Owner)).toEqual([])
    const trail = await fixture.db.sql<{ action: string; after: object | null }>(
      `select action, after from public.audit_log where row_id = $1::uuid order by id`,
      [id],
    )
    expect(trail.map(({ action }) => action)).toEqual([
      ...['insert', 'update', 'update', 'update', 'delete'],
    ])
    expect(trail[1]!.after).toEqual({ paused: true })
  })

  it('comes at its hour in the time zone of the project', async () => {
    const next = async (schedule: object, after: string) =>
      (
        await fixture.db.sql<{ at: string }>(
          `select to_char(private.next_report_mail(jsonb_populate_record(null::public.report_schedules,
             jsonb_build_object('project_id', $1::uuid) || $2::text::jsonb), $3::timestamptz) at time zone 'Asia/Manila',
             'YYYY-MM-DD HH24:MI') as at`,
          [fixture.a, JSON.stringify(schedule), after],
        )
      )[0]!.at
    const day = { rhythm: 'day', hour: 6 }
    expect(await next(day, '2026-11-28T05:59:00+08:00')).toBe('2026-11-28 06:00')
    expect(await next(day, '2026-11-28T06:00:00+08:00')).toBe('2026-11-29 06:00')
    const monday = { rhythm: 'week', weekday: 1, hour: 7 }
    expect(await next(monday, '2026-11-29T20:00:00Z')).toBe('2026-11-30 07:00')
    expect(await next(monday, '2026-11-30T00:00:00Z')).toBe('2026-12-07 07:00')
    const last = { rhythm: 'month', month_day: 31, hour: 0 }
    expect(await next(last, '2027-01-31T00:00:00+08:00')).toBe('2027-02-28 00:00')
    expect(await next(last, '2028-02-01T00:00:00+08:00')).toBe('2028-02-29 00:00')
  })
})

describe('the mails of a schedule', () => {
  it('are planned once for each recipient, and wait for a server that sends mails', async () => {
    const { Owner, ASE } = fixture.role
    const id = await save(Owner, { recipients: [Owner, ASE] })
    await arrive(id)
    await fixture.db.sql('select private.run_jobs()')
    const waiting = () =>
      fixture.db.sql<{ id: string; person_id: string }>(
        `select id, person_id from private.jobs where kind = 'report_mail' and done_at is null`,
      )
    const first = await waiting()
    expect(first.map(({ person_id }) => person_id).sort()).toEqual([Owner, ASE].sort())
    expect((await listed(Owner))[0]!.mails.map(({ result }) => result)).toEqual([
      'waiting',
      'waiting',
    ])
    // The next time comes: the mails that were not sent give way.
    await fixture.db.sql(`update private.jobs set run_at = run_at - interval '1 day'`)
    await arrive(id)
    await fixture.db.sql('select private.run_jobs()')
    const second = await waiting()
    expect(second).toHaveLength(2)
    expect(second.filter((job) => first.some((one) => one.id === job.id))).toEqual([])
    const job = await claimMail()
    expect(await asServer(`public.claim_job('{clean_up,seal_months,report_mail}')`)).toBeNull()
    await complete(job, 'sent')
    const other = await claimMail()
    await asServer('public.fail_job($1::uuid, $2)', [other.id, 'No mail server.'])
    expect(
      (await listed(Owner))[0]!.mails.map(({ result, error }) => [result, error]).sort(),
    ).toEqual([
      ['failed', 'No mail server.'],
      ['sent', null],
    ])
  })

  it('read what their recipient may read, and nothing for anybody else', async () => {
    const { Owner, Agent } = fixture.role
    await fixture.db.sql(
      `insert into private.role_permissions (role, permission, scope) values ('Agent', 'reports.invoice', 'own')`,
    )
    try {
      const filters = {}
      const totals = new Map<string, string[]>()
      for (const recipient of [Owner, Agent]) {
        const id = await save(Owner, { report: 'invoice', recipients: [recipient] })
        await arrive(id)
        const job = await claimMail()
        expect(await mail(job)).toMatchObject({
          ...{ state: 'ready', report: 'invoice', search: 'level=document', schedule: id },
          identity: { user_id: recipient },
        })
        const rows = await read<Record<string, string>[]>(job, 'rows', 'report_invoice', filters)
        const text = await read<string>(job, 'text', 'report_invoice', filters)
        expect(text.split('\u009e')).toHaveLength(rows.length + 1)
        const own = await fixture.db.as<Record<string, string>>(
          recipient,
          `select to_jsonb(t) as row from public.report_invoice($1::uuid, $2::text::jsonb) t`,
          [fixture.a, JSON.stringify(filters)],
        )
        expect(rows).toEqual(own.map(({ row }) => row))
        totals.set(recipient, rows.map((row) => row.row_key!).sort())
        const names = await read<object>(job, 'names', '', {
          ids: [products[0], secondAgent, fixture.b],
        })
        expect(Object.keys(names).sort()).toEqual(
          recipient === Owner ? [products[0], secondAgent].sort() : [products[0]],
        )
        for (const report of ['report_nothing', 'customer_list'])
          await expect(read(job, 'rows', report, {})).rejects.toMatchObject({ code: '22023' })
        if (recipient === Agent)
          await expect(read(job, 'rows', 'report_purchase', {})).rejects.toMatchObject({
            code: '42501',
          })
        await complete(job, 'sent')
        await expect(read(job, 'rows', 'report_invoice', filters)).rejects.toMatchObject({
          code: 'P0002',
        })
      }
      expect(totals.get(Owner)).toHaveLength(3)
      expect(totals.get(Agent)).toHaveLength(2)
    } finally {
      await fixture.db.sql(
        `delete from private.role_permissions where role = 'Agent' and permission = 'reports.invoice'`,
      )
    }
  })

  it('go to nobody who has lost the permission or the membership, or is no longer on it', async () => {
    const { Owner } = fixture.role
    const finance = fixture.role['finance admin']
    const id = await save(Owner, { recipients: [finance, Owner] })
    await arrive(id)
    const jobs = [await claimMail()]
    await fixture.db.sql('update private.jobs set leased_until = null where id = $1::uuid', [
      jobs[0]!.id,
    ])
    const change = (set: string) =>
      fixture.db.sql(
        `update public.memberships set ${set} where project_id = $1::uuid and user_id = $2::uuid`,
        [fixture.a, finance],
      )
    const ofFinance = async () => {
      const [job] = await fixture.db.sql<Job>(
        `update private.jobs set leased_until = now() + interval '5 minutes'
         where person_id = $1::uuid and done_at is null returning id, kind`,
        [finance],
      )
      return job!
    }
    const job = await ofFinance()
    expect(await mail(job)).toMatchObject({ state: 'ready' })
    await change(`role = 'warehouse'`)
    expect(await mail(job)).toEqual({ state: 'not_allowed' })
    await expect(read(job, 'rows', 'report_ar', {})).rejects.toMatchObject({ code: '42501' })
    await change(`role = 'finance admin', status = 'inactive'`)
    expect(await mail(job)).toEqual({ state: 'not_allowed' })
    await expect(read(job, 'text', 'report_ar', {})).rejects.toMatchObject({ code: '42501' })
    await complete(job, 'not_allowed')
    const [{ mails } = { mails: [] }] = await listed(Owner)
    expect(mails.map(({ result }) => result)).toContain('not_allowed')
    await change(`status = 'active'`)
    await fixture.db.sql('update private.jobs set done_at = null, leased_until = null')
    const again = await ofFinance()
    await remove(finance, id)
    expect(await mail(again)).toEqual({ state: 'stopped' })
    await expect(read(again, 'rows', 'report_ar', {})).rejects.toMatchObject({ code: 'P0002' })
  })

  it('have the filters of their saved view, as long as it is there', async () => {
    const { Owner } = fixture.role
    const view = async (search: string) =>
      (
        await fixture.db.as<{ answer: { id: string } }>(
          Owner,
          'select public.save_report_view($1::uuid, $2::uuid, $3::text::jsonb) as answer',
          [fixture.a, randomUUID(), JSON.stringify({ report: 'ar', name: 'Late', search })],
        )
      )[0]!.answer.id
    const id = await view('overdue_only=1')
    const schedule = await save(Owner, { view_id: id })
    await view('sort=age')
    await arrive(schedule)
    const job = await claimMail()
    expect(await mail(job)).toMatchObject({ view: 'Late', search: 'sort=age' })
    await fixture.db.sql('delete from public.report_views')
    expect(await mail(job)).toMatchObject({ view: null, search: 'level=document' })
  })

  it('are for the secret key alone', async () => {
    for (const user of [fixture.role.Owner, null])
      for (const call of [
        `mail_of_report(gen_random_uuid())`,
        `mailed_report(gen_random_uuid(), 'rows', 'report_ar', '{}')`,
        `begin_mailed_report(gen_random_uuid())`,
        `complete_job(gen_random_uuid(), 'sent')`,
      ])
        for (const schema of ['public', 'private'].slice(call.startsWith('begin') ? 1 : 0))
          await expect(fixture.db.as(user, `select ${schema}.${call}`)).rejects.toMatchObject({
            code: '42501',
          })
  })
})
