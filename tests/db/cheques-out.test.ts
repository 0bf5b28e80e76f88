import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { chequesOut } from '../support/cheques-out.ts'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { type Doc, tryAllPairs } from '../support/machine.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const out = chequesOut(fixture, t)
const d = disburse(fixture)

describe('a book of cheques', () => {
  it('puts its blank leaves into the register, in order and as they are printed', async () => {
    const bank = await tr.bank()
    expect(await out.book(bank, '0098', '0101')).toMatchObject({ leaves: 4 })
    expect(await out.register(bank)).toEqual([
      '0098 unused',
      '0099 unused',
      '0100 unused',
      '0101 unused',
    ])
    // 999 comes before 1000, however many digits they have.
    await out.book(bank, '999', '1000')
    expect((await out.register(bank)).slice(-2)).toEqual(['999 unused', '1000 unused'])
  })

  it('holds a number once an account, with or without zeros before it', async () => {
    const [bank, other] = [await tr.bank(), await tr.bank()]
    await out.book(bank, '0010', '0012')
    await expect(out.book(bank, '12', '14')).rejects.toMatchObject({
      code: '23505',
      detail: 'first_no',
      message: expect.stringContaining('0012'),
    })
    expect(await out.register(bank)).toHaveLength(3)
    await out.book(other, '0010', '0012')
  })

  it.each([
    [{ first_no: '', last_no: '5' }, 'first_no'],
    [{ first_no: 'A1', last_no: '5' }, 'first_no'],
    [{ first_no: '1', last_no: '-5' }, 'last_no'],
    [{ first_no: '10', last_no: '9' }, 'last_no'],
    [{ first_no: '1', last_no: '501' }, 'last_no'],
  ])('refuses %j', async (numbers, field) => {
    const bank = await tr.bank()
    await expect(
      t.rpc('add_cheque_book', { p_book: { bank_id: bank, ...numbers } }),
    ).rejects.toMatchObject({ code: '22023', detail: field })
    expect(await out.register(bank)).toEqual([])
  })

  it('is of an account of the project', async () => {
    const foreign = await treasury(fixture, trade(fixture, 'b'), 'b').bank()
    await expect(out.book(foreign, '1', '2')).rejects.toMatchObject({
      code: '22023',
      detail: 'bank_id',
    })
  })
})

describe('the layout of an account’s cheques', () => {
  it('is within what a printer can reach, and of the project’s own account', async () => {
    const bank = await tr.bank()
    await out.layout(bank)
    await expect(out.layout(bank)).rejects.toMatchObject({ code: '23505' })
    await expect(
      fixture.db.as(
        fixture.role['expenses and disbursements'],
        'update public.cheque_layouts set offset_x = 400 where id = $1::uuid',
        [bank],
      ),
    ).rejects.toMatchObject({ code: '22023', detail: 'offset_x' })
    const foreign = await treasury(fixture, trade(fixture, 'b'), 'b').bank()
    await expect(out.layout(foreign)).rejects.toMatchObject({ code: '23503' })
  })
})

/** A voucher of 100.00 by this cheque of the account, printed unless it is to stay pending. */
async function voucher(bank_id: string, cheque_no: string, more: Record<string, unknown> = {}) {
  const made = await d.write('100.00', {
    mode_of_payment: 'cheque',
    bank_id,
    cheque_no,
    date_added: '2026-01-05',
    cheque_date: '2026-01-06',
    ...more,
  })
  return { ...made, ...(await d.print(made)) }
}
const released = async (bank: string, no: string, more: Record<string, unknown> = {}) => {
  const made = await voucher(bank, no, more)
  return { ...made, ...(await d.release(made, (more.date_added as string) ?? '2026-01-07')) }
}
const refusal = (hint: string, text = '') => ({ hint, message: expect.stringContaining(text) })

describe('a voucher’s cheque', () => {
  it('is printed after its voucher, released with it, and cleared by the bank', async () => {
    const bank = await tr.bank()
    await out.book(bank, '0101', '0103')
    const made = await d.write('100.00', {
      mode_of_payment: 'cheque',
      bank_id: bank,
      cheque_no: '101',
      date_added: '2026-01-05',
      cheque_date: '2026-01-20',
      ewt_amount: '2.00',
    })
    const { id } = await out.of(made.id)
    expect(await out.register(bank)).toEqual(['0101 unused', '0102 unused', '0103 unused'])
    await expect(out.send('print', id)).rejects.toMatchObject(
      refusal('wrong_state', 'print the voucher first'),
    )
    const printed = await d.print(made)
    await out.send('print', id)
    await expect(out.send('print', id)).rejects.toMatchObject(refusal('wrong_state'))
    await d.release(printed, '2026-01-10')
    expect((await out.of(made.id)).state).toBe('released')
    // The bank takes it from its own date on.
    await expect(out.clear([id], '2026-01-19')).rejects.toMatchObject({ detail: 'cleared_on' })
    await out.clear([id], '2026-01-20')
    const [row] = await fixture.db.sql(
      `select state, amount::text, payee_name, released_on::text, cleared_on::text, stale_from::text
       from public.issued_cheques where id = $1::uuid`,
      [id],
    )
    expect(row).toEqual({
      state: 'cleared',
      amount: '98.00',
      payee_name: 'Pasig Realty',
      released_on: '2026-01-10',
      cleared_on: '2026-01-20',
      stale_from: '2026-07-21',
    })
  })

  it('is voided when it came out wrong; the number stays, the voucher gets the next', async () => {
    const bank = await tr.bank()
    await out.book(bank, '0201', '0203')
    const made = await voucher(bank, '0201')
    const { id } = await out.of(made.id)
    await out.send('print', id)
    await expect(out.send('void', id, { p_void: { reason: '' } })).rejects.toMatchObject({
      detail: 'reason',
    })
    const answer = await out.send('void', id, { p_void: { reason: 'Smudged', next_no: '0202' } })
    expect(answer.next_no).toBe('0202')
    expect(await out.register(bank)).toEqual(['0201 void', '0202 unused', '0203 unused'])
    expect(await d.row(made.id)).toMatchObject({ cheque_no: '0202', status: 'printed' })
    await expect(voucher(bank, '0201')).rejects.toMatchObject({
      code: '23505',
      detail: 'cheque_no',
      message: expect.stringContaining('void'),
    })
    await out.send('print', answer.next_id!)
  })

  it('is missing while the only one is void: the voucher is not released', async () => {
    const bank = await tr.bank()
    const made = await voucher(bank, '301')
    const { id } = await out.of(made.id)
    await out.send('void', id, { p_void: { reason: 'Torn' } })
    await expect(d.release(made)).rejects.toMatchObject(refusal('wrong_state', 'another one'))
    await out.send('replace', id, { p_next: { next_no: '302' } })
    await expect(out.send('replace', id, { p_next: { next_no: '303' } })).rejects.toMatchObject(
      refusal('wrong_state', 'already has another cheque'),
    )
    await d.release({ ...made, version: made.version + 1 })
    expect(await out.register(bank)).toEqual(['301 void', '302 released'])
  })

  it('can be stopped after the release; its successor is printed and handed over on its own', async () => {
    const bank = await tr.bank()
    const made = await released(bank, '401')
    const { id } = await out.of(made.id)
    const next = await out.send('void', id, { p_void: { reason: 'Lost', next_no: '402' } })
    await out.send('print', next.next_id!)
    await expect(
      out.send('release', next.next_id!, { p_date: '2026-01-06' }),
    ).rejects.toMatchObject({ detail: 'date' })
    await out.send('release', next.next_id!, { p_date: '2026-01-09' })
    expect(await out.register(bank)).toEqual(['401 void', '402 released'])
    expect(await d.row(made.id)).toMatchObject({ cheque_no: '402', status: 'released' })
  })

  it('is void with a cancelled voucher, and never another’s', async () => {
    const bank = await tr.bank()
    const made = await voucher(bank, '501')
    await d.cancel(made)
    expect(await out.register(bank)).toEqual(['501 void'])
    await expect(voucher(bank, '0501')).rejects.toMatchObject({ code: '23505' })
    const { id } = await out.of(made.id)
    await expect(out.send('replace', id, { p_next: { next_no: '502' } })).rejects.toMatchObject(
      refusal('wrong_state', 'does not belong'),
    )
  })

  it('follows the voucher while that is edited; a number of no book is refused', async () => {
    const bank = await tr.bank()
    const typed = { mode_of_payment: 'cheque', bank_id: bank }
    const made = await d.write('10.00', { ...typed, cheque_no: '9' })
    // The number was typed and changed before the cheque was printed, so no cheque has it.
    const other = await d.edit(made, await d.typed('10.00', { ...typed, cheque_no: '8' }))
    expect(await out.register(bank)).toEqual(['8 unused'])
    await out.book(bank, '0007', '0010')
    await expect(
      d.edit({ ...other }, await d.typed('10.00', { ...typed, cheque_no: '11' })),
    ).rejects.toMatchObject({ hint: 'unknown_cheque', detail: 'cheque_no' })
    const moved = await d.edit({ ...other }, await d.typed('12.00', { ...typed, cheque_no: '10' }))
    expect(await out.register(bank)).toHaveLength(4)
    expect((await out.of(made.id)).cheque_no).toBe('0010')
    expect(await out.tab('blank', { bank_id: bank })).toEqual(['0007', '8', '0009'])
    const cash = await d.edit({ ...moved }, await d.typed('12.00'))
    expect(await out.tab('to_print', { bank_id: bank })).toEqual([])
    expect(await out.tab('blank', { bank_id: bank })).toHaveLength(4)
    // A void cheque has no successor.
    const back = await d.edit({ ...cash }, await d.typed('12.00', { ...typed, cheque_no: '10' }))
    const { id } = await out.of(made.id)
    await out.send('void', id, { p_void: { reason: 'Torn' } })
    await d.edit({ ...back }, await d.typed('12.00'))
    await expect(out.send('replace', id, { p_next: { next_no: '9' } })).rejects.toMatchObject(
      refusal('wrong_state', 'paid by cheque'),
    )
  })

  it('is cleared with others, all or none, by who keeps the treasury alone', async () => {
    const bank = await tr.bank()
    const [one, two] = [await released(bank, '601'), await released(bank, '602')]
    const ids = [(await out.of(one.id)).id, (await out.of(two.id)).id]
    await expect(out.clear(ids, null, d.clerk())).rejects.toMatchObject({ code: '42501' })
    await expect(
      out.send('void', ids[0]!, { p_void: { reason: 'X' } }, fixture.role['finance admin']),
    ).rejects.toMatchObject({ code: '42501' })
    await out.send('void', ids[1]!, { p_void: { reason: 'Stopped' } })
    await expect(out.clear(ids)).rejects.toMatchObject(refusal('wrong_state'))
    expect(await out.register(bank)).toEqual(['601 released', '602 void'])
    await out.clear([ids[0]!])
  })

  it('is stale when six months have passed, not a day before', async () => {
    const bank = await tr.bank()
    const [edge, old] = await Promise.all(
      ['+ 0', '- 1'].map(async (days) => {
        const [row] = await fixture.db.sql<{ day: string }>(
          `select ((private.business_date($1::uuid) - interval '6 months')::date ${days})::text as day`,
          [fixture.a],
        )
        return row!.day
      }),
    )
    const dated = (day?: string) => ({ date_added: day, cheque_date: day })
    const fresh = await out.of((await released(bank, '701', dated(edge))).id)
    const aged = await out.of((await released(bank, '702', dated(old))).id)
    expect(await out.tab('old', { bank_id: bank })).toEqual(['702'])
    await expect(out.send('stale', fresh.id)).rejects.toMatchObject(refusal('not_stale'))
    await out.send('stale', aged.id)
    await out.send('replace', aged.id, { p_next: { next_no: '703' } })
    expect(await out.register(bank)).toEqual(['701 released', '702 stale', '703 unused'])
  })
})

describe('the register of cheques', () => {
  it('answers by question, with sums of what its filters find', async () => {
    const bank = await tr.bank()
    await out.book(bank, '0801', '0806')
    await voucher(bank, '0802', { cheque_date: '2026-02-02' })
    await voucher(bank, '0801', { cheque_date: '2026-02-03' })
    const sent = await released(bank, '0803')
    const spoiled = await voucher(bank, '0804')
    await out.send('void', (await out.of(spoiled.id)).id, { p_void: { reason: 'Coffee, 100%' } })
    const here = { bank_id: bank }
    expect(await out.tab('to_print', here)).toEqual(['0802', '0801'])
    expect(await out.tab('blank', here)).toEqual(['0805', '0806'])
    expect(await out.totals(here)).toMatchObject({
      blank: '2 0.00',
      to_print: '2 200.00',
      to_release: '0 0.00',
      outstanding: '1 100.00',
      void: '1 100.00',
    })
    expect(await out.totals({ ...here, from: '2026-02-03' })).toMatchObject({
      to_print: '1 100.00',
    })
    expect(await out.tab('void', { ...here, search: '100%' })).toEqual(['0804'])
    expect(await out.tab('outstanding', { ...here, search: String(sent.voucher_no) })).toEqual([
      '0803',
    ])
    expect(await out.tab('outstanding', { ...here, search: 'nobody' })).toEqual([])
    // Page by page, nothing twice and nothing left out.
    const pages: string[] = []
    for (let after: string | undefined; ; ) {
      const [row] = await fixture.db.as<{ cheque_no: string; row_key: string }>(
        d.clerk(),
        'select cheque_no, row_key from public.issued_register($1::uuid, $2::text::jsonb)',
        [fixture.a, JSON.stringify({ tab: 'to_print', ...here, limit: 1, after })],
      )
      if (!row) break
      pages.push(row.cheque_no)
      after = row.row_key
    }
    expect(pages).toEqual(['0802', '0801'])
  })
})

describe('a cheque’s states', () => {
  let bank: string
  let no = 0
  beforeAll(async () => {
    bank = await tr.bank()
    await out.book(bank, '900001', '900300')
  })
  const next = () => String(900_001 + no++)
  const command =
    (name: string, more: () => object = () => ({})) =>
    ({ id }: Doc) =>
      out.send(name, id, more())
  const actions = {
    print: command('print'),
    void: command('void', () => ({ p_void: { reason: 'Spoiled' } })),
    replace: command('replace', () => ({ p_next: { next_no: next() } })),
    release: command('release', () => ({ p_date: null })),
    clear: ({ id }: Doc) => out.clear([id]),
    stale: command('stale'),
  }
  /** A cheque of a voucher in this state, after these actions. */
  const made = async (
    status: 'pending' | 'printed' | 'released',
    ...done: (keyof typeof actions)[]
  ) => {
    const cheque = next()
    const today = await tr.day()
    const dated = { date_added: today, cheque_date: today }
    const facts = { mode_of_payment: 'cheque', bank_id: bank, cheque_no: cheque }
    const { id } =
      status === 'pending'
        ? await d.write('100.00', facts)
        : await (status === 'printed' ? voucher : released)(bank, cheque, dated)
    const doc = { id: (await out.of(id)).id }
    for (const name of done) await actions[name](doc)
    return doc
  }

  tryAllPairs(
    'one',
    {
      states: {
        blank: async () => {
          const [leaf] = await fixture.db.sql<{ id: string }>(
            'select id from public.issued_cheques where bank_id = $1::uuid and cheque_no = $2',
            [bank, next()],
          )
          return leaf!
        },
        'of a pending voucher': () => made('pending'),
        'of a printed voucher': () => made('printed'),
        printed: () => made('printed', 'print'),
        released: () => made('released'),
        cleared: () => made('released', 'clear'),
        void: () => made('printed', 'void'),
        stale: async () => {
          const doc = await made('released')
          // Only this statement can make six months pass.
          await fixture.db.sql(
            'update public.issued_cheques set cheque_date = cheque_date - 400 where id = $1::uuid',
            [doc.id],
          )
          await actions.stale(doc)
          return doc
        },
      },
      actions,
      allowed: {
        blank: { void: 'void' },
        'of a pending voucher': { void: 'void' },
        'of a printed voucher': { print: 'printed', void: 'void' },
        printed: { void: 'void' },
        released: { void: 'void', clear: 'cleared' },
        cleared: {},
        void: { replace: 'void' },
        stale: { replace: 'stale' },
      },
      read: async ({ id }) => {
        const [row] = await fixture.db.sql<{ rest: Record<string, string>; status: string | null }>(
          `select to_jsonb(c) as rest, v.status from public.issued_cheques c
           left join public.vouchers v on v.project_id = c.project_id and v.id = c.voucher_id where c.id = $1::uuid`,
          [id],
        )
        const { rest, status } = row!
        const unused = status ? `of a ${status} voucher` : 'blank'
        return { state: rest.state === 'unused' ? unused : String(rest.state), rest }
      },
    },
    /^P0001 (wrong_state|not_stale)$/,
  )
})
