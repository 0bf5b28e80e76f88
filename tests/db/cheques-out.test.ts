import { describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { chequesOut } from '../support/cheques-out.ts'
import { trade } from '../support/trade.ts'
import { testWorld } from '../support/world.ts'

const world = testWorld()
const t = trade(world)
const tr = treasury(world, t)
const out = chequesOut(world, t)

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
    const foreign = await treasury(world, trade(world, 'b'), 'b').bank()
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
      world.db.as(
        world.role['expenses and disbursements'],
        'update public.cheque_layouts set offset_x = 400 where id = $1::uuid',
        [bank],
      ),
    ).rejects.toMatchObject({ code: '23514' })
    const foreign = await treasury(world, trade(world, 'b'), 'b').bank()
    await expect(out.layout(foreign)).rejects.toMatchObject({ code: '23503' })
  })
})
