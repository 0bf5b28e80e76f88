import { describe, expect, it } from 'vitest'
import { disburse } from '../support/disburse.ts'
import { documentParts } from '../support/document-parts.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const d = disburse(fixture)
const t = trade(fixture)
const parts = documentParts(fixture)

const voucher = async () => (await d.write('10.00')).id
const finance = () => fixture.role['finance admin']

describe('a comment', () => {
  it('is written by whoever reads the document, also a cancelled one', async () => {
    const id = await voucher()
    await parts.comment(d.clerk(), 'voucher', id, ' Which\n month? ')
    await parts.comment(fixture.role.Owner, 'voucher', id, 'November')
    for (const user of [fixture.role['sales admin'], fixture.expensesB, fixture.stranger])
      await expect(parts.comment(user, 'voucher', id, 'Hello')).rejects.toMatchObject({
        code: 'P0002',
      })
    await d.cancel({ id, version: 1 })
    await parts.comment(finance(), 'voucher', id, 'Entered twice')
    const { comments } = await parts.read('voucher', id, d.clerk())
    expect(comments.map(({ note }) => note)).toEqual([
      'Entered twice',
      'November',
      'Which\n month?',
    ])
  })

  it('is read by readers of the document alone, an agent those of own bookings', async () => {
    const booking = await t.book(await t.customer(), [[await t.product(), 1, '10.00']])
    const { Agent } = fixture.role
    const second = await fixture.addAgent('a')
    await parts.comment(Agent, 'booking', booking.id, 'Deliver before noon')
    const rows = async (user: string) => {
      const text = 'select 1 from public.document_comments where document_id = $1::uuid'
      return (await fixture.db.as(user, text, [booking.id])).length
    }
    expect(await Promise.all([Agent, finance(), second, fixture.agentB].map(rows))).toEqual([
      1, 1, 0, 0,
    ])
    await expect(parts.read('booking', booking.id, second)).rejects.toMatchObject({ code: 'P0002' })
  })

  it('has a text of up to 2,000 letters, and a document up to 500 comments', async () => {
    const id = await voucher()
    for (const note of ['', ' \n ', 'x'.repeat(2001), 'a\u0007b'])
      await expect(parts.comment(d.clerk(), 'voucher', id, note)).rejects.toMatchObject({
        detail: 'note',
      })
    await fixture.db.sql(
      `insert into public.document_comments (project_id, kind, document_id, note, created_by)
       select $1::uuid, 'voucher', $2::uuid, 'Comment ' || n, $3::uuid from generate_series(1, 500) n`,
      [fixture.a, id, d.clerk()],
    )
    await expect(parts.comment(d.clerk(), 'voucher', id, 'One more')).rejects.toMatchObject({
      hint: 'too_many',
    })
    expect((await parts.read('voucher', id, d.clerk())).comments).toHaveLength(21)
    expect((await parts.read('voucher', id, d.clerk(), true)).comments).toHaveLength(500)
  })

  it('never changes and is never deleted', async () => {
    const { id } = await parts.comment(d.clerk(), 'voucher', await voucher(), 'As agreed')
    const change = (set: string) =>
      fixture.db.sql(`update public.document_comments set ${set} where id = $1::uuid`, [id])
    for (const set of [
      "note = 'Other'",
      'mentions = array[gen_random_uuid()]',
      'created_by = gen_random_uuid(), note = null, removed_at = now(), removed_by = gen_random_uuid()',
    ])
      await expect(change(set), set).rejects.toMatchObject({ code: '42501' })
    await expect(
      fixture.db.sql('delete from public.document_comments where id = $1::uuid', [id]),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a mention', () => {
  it('names people who may read the document, by their ids', async () => {
    const id = await voucher()
    const { Owner } = fixture.role
    await parts.comment(d.clerk(), 'voucher', id, 'Please look', [Owner, Owner, finance()])
    const { comments, readers, names } = await parts.read('voucher', id, d.clerk())
    expect(comments[0]!.mentions.sort()).toEqual([Owner, finance()].sort())
    expect(readers).toEqual(expect.arrayContaining([Owner, finance(), d.clerk()]))
    expect(readers).not.toContain(fixture.role['sales admin'])
    expect(names[Owner]).toBe('A Owner')
  })

  it('is refused with the name of who may not read it, and of nobody from elsewhere', async () => {
    const id = await voucher()
    const refusal = (mention: string) =>
      parts.comment(d.clerk(), 'voucher', id, 'Please look', [mention])
    await expect(refusal(fixture.role['sales admin'])).rejects.toMatchObject({
      detail: 'note',
      message: expect.stringMatching(/^A .* cannot be mentioned: .* read this voucher/),
    })
    await expect(refusal(fixture.deactivated)).rejects.toMatchObject({ detail: 'note' })
    for (const user of [fixture.expensesB, fixture.stranger])
      await expect(refusal(user)).rejects.toMatchObject({
        detail: 'note',
        message: expect.stringMatching(/^A person cannot be mentioned/),
      })
    await expect(refusal('nobody')).rejects.toMatchObject({ code: '22023' })
    const eleven = Array.from({ length: 11 }, () => crypto.randomUUID())
    await expect(parts.comment(d.clerk(), 'voucher', id, 'All', eleven)).rejects.toMatchObject({
      detail: 'note',
      message: 'Mention at most 10 people.',
    })
  })
})

describe('a comment is removed', () => {
  it('by who wrote it within 15 minutes, by higher people later; the trail has its text', async () => {
    const id = await voucher()
    const own = await parts.comment(d.clerk(), 'voucher', id, 'Wrong voucher', [finance()])
    await expect(parts.uncomment(finance(), own.id)).rejects.toMatchObject({ code: '42501' })
    await expect(parts.uncomment(fixture.expensesB, own.id)).rejects.toMatchObject({
      code: 'P0002',
    })
    await parts.uncomment(d.clerk(), own.id)
    await expect(parts.uncomment(d.clerk(), own.id)).rejects.toMatchObject({ hint: 'wrong_state' })
    const old = await parts.comment(d.clerk(), 'voucher', id, 'Call 0917 555 0100')
    await parts.backdate('document_comments', old.id)
    await expect(parts.uncomment(d.clerk(), old.id)).rejects.toMatchObject({ hint: 'wrong_state' })
    await parts.uncomment(fixture.role['General Manager'], old.id)
    const { comments } = await parts.read('voucher', id, finance())
    expect(comments).toMatchObject([
      { note: null, mentions: [], removed_by: fixture.role['General Manager'] },
      { note: null, mentions: [], removed_by: d.clerk() },
    ])
    const trail = await fixture.db.sql(
      `select kind, document_id, before ->> 'note' as note from public.audit_log
       where table_name = 'document_comments' and document_id = $1::uuid order by id`,
      [id],
    )
    expect(trail).toEqual([
      { kind: 'voucher', document_id: id, note: 'Wrong voucher' },
      { kind: 'voucher', document_id: id, note: 'Call 0917 555 0100' },
    ])
  })
})

it('the name of who wrote a comment stays when the person left', async () => {
  const id = await voucher()
  const { 'expenses and disbursements': leaver } = fixture.role
  await parts.comment(leaver, 'voucher', id, 'Goodbye')
  await fixture.db.sql(
    "update public.memberships set status = 'inactive' where user_id = $1::uuid",
    [leaver],
  )
  try {
    const { comments, names, readers } = await parts.read('voucher', id, finance())
    expect(comments[0]!.note).toBe('Goodbye')
    expect(names[leaver]).toMatch(/^A /)
    expect(readers).not.toContain(leaver)
  } finally {
    await fixture.db.sql(
      "update public.memberships set status = 'active' where user_id = $1::uuid",
      [leaver],
    )
  }
})

it('people whose names an agent may not see stay without', async () => {
  const booking = await t.book(await t.customer(), [[await t.product(), 1, '10.00']])
  const { Agent, Owner } = fixture.role
  await parts.comment(Owner, 'booking', booking.id, 'Well done')
  const { comments, names, readers } = await parts.read('booking', booking.id, Agent)
  expect(comments[0]!.created_by).toBe(Owner)
  expect(Object.keys(names)).toEqual([Agent])
  expect(readers).toEqual([Agent])
  await expect(
    parts.comment(Agent, 'booking', booking.id, 'Thanks', [fixture.role.warehouse]),
  ).rejects.toMatchObject({ message: expect.stringMatching(/^A person cannot/) })
})
