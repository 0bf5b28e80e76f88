import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { disburse, type MadeVoucher } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { setRules } from '../support/rules.ts'

/** A second person confirms a payee's account before money goes there (docs/permissions.md). */
const fixture = testFixture()
const office = disburse(fixture)
const clerk = office.clerk
const finance = () => fixture.role['finance admin']
const owner = () => fixture.role.Owner
const held = { code: 'P0001', hint: 'account_unconfirmed' }
const byAnother = { code: 'P0001', hint: 'maker_checker' }

afterEach(() => setRules(fixture, 'a', { payee_accounts_maker_checker: true }))

interface Payee extends Record<string, unknown> {
  version: number
  account_set_by: string | null
  account_confirmed_by: string | null
  account_confirmed_at: string | null
}
const read = async (id: string) =>
  (
    await fixture.db.sql<Payee>(
      'select version, account_set_by, account_confirmed_by, account_confirmed_at from public.payees where id = $1::uuid',
      [id],
    )
  )[0]!
/** Adds a payee by a row of the table, as the screen and the API do. */
async function payee(account: string | null, user = clerk()): Promise<string> {
  const id = randomUUID()
  await fixture.db.as(
    user,
    'insert into public.payees (project_id, id, fname, account_no) values ($1::uuid, $2::uuid, $3, $4)',
    [fixture.a, id, `Payee ${id}`, account],
  )
  return id
}
const change = (
  id: string,
  column: 'account_no' | 'fname' | 'status',
  value: string,
  user: string,
) => fixture.db.as(user, `update public.payees set ${column} = $2 where id = $1::uuid`, [id, value])
const confirm = async (id: string, user: string) =>
  office.rpc<MadeVoucher>(
    'confirm_payee_account',
    { p_payee: id, p_version: (await read(id)).version },
    user,
  )
const write = async (payee_id: string, more: Record<string, unknown> = {}) =>
  office.write('100.00', { payee_id, ...more })
const now = async ({ id }: Pick<MadeVoucher, 'id'>): Promise<MadeVoucher> => ({
  id,
  version: Number((await office.row(id)).version),
})

describe('an account number', () => {
  it('is confirmed by another than who entered it, and holds its vouchers until then', async () => {
    const id = await payee('001-1')
    expect(await read(id)).toMatchObject({ account_set_by: clerk(), account_confirmed_by: null })
    const made = await write(id)
    await expect(office.print(made)).rejects.toMatchObject({
      ...held,
      message: expect.stringContaining('another user must confirm it'),
    })
    await expect(confirm(id, clerk())).rejects.toMatchObject(byAnother)
    await expect(office.print(made)).rejects.toMatchObject(held)
    await confirm(id, finance())
    expect(await read(id)).toMatchObject({ account_confirmed_by: finance() })
    await office.release(await office.print(made))
  })

  it('is confirmed by who edits payees or approves vouchers, by nobody else, and once', async () => {
    const id = await payee('001-2')
    for (const role of ['sales admin', 'warehouse', 'Agent', 'ASE'] as const)
      await expect(confirm(id, fixture.role[role])).rejects.toMatchObject({ code: '42501' })
    await confirm(id, owner())
    await expect(confirm(id, finance())).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(confirm(await payee(null), finance())).rejects.toMatchObject({
      hint: 'wrong_state',
    })
    await expect(
      office.rpc(
        'confirm_payee_account',
        { p_payee: await payee('001-3'), p_version: 7 },
        finance(),
      ),
    ).rejects.toMatchObject({ hint: 'stale_version' })
  })

  it.each([
    ['account_no', '666-6'],
    ['fname', 'Another name'],
  ] as const)(
    'loses its confirmation when it is changed (%s), between print and release too',
    async (column, value) => {
      const id = await payee('001-4')
      await confirm(id, finance())
      const printed = await office.print(await write(id))
      await change(id, column, `${value} ${randomUUID().slice(0, 6)}`, finance())
      expect(await read(id)).toMatchObject({
        account_set_by: finance(),
        account_confirmed_by: null,
        account_confirmed_at: null,
      })
      await expect(office.release(printed)).rejects.toMatchObject(held)
      await expect(confirm(id, finance())).rejects.toMatchObject(byAnother)
      await confirm(id, clerk())
      // The voucher carries the number of before; only the same number is paid.
      if (column === 'fname') await office.release(printed)
      else await expect(office.release(printed)).rejects.toMatchObject(held)
    },
  )

  it('keeps its confirmation while it is unchanged, also of a payee set inactive and back', async () => {
    const id = await payee('001-5')
    await confirm(id, finance())
    await change(id, 'account_no', '001-5', clerk())
    for (const status of ['inactive', 'active']) await change(id, 'status', status, clerk())
    expect(await read(id)).toMatchObject({ account_confirmed_by: finance() })
    await office.print(await write(id))
  })

  it('typed on the voucher is not that of the payee, and pays nobody', async () => {
    const id = await payee('001-6')
    await confirm(id, finance())
    const made = await write(id, { pay_to_account_no: '666-7' })
    await expect(office.print(made)).rejects.toMatchObject(held)
    const lines = [{ description: 'Rent', amount: '100.00' }]
    const back = await office.edit(await now(made), {
      payee_id: id,
      pay_to_account_no: '001-6',
      lines,
    })
    await office.release(await office.print(back))
  })

  it('is needed by a transfer, and by nothing else that carries none', async () => {
    const id = await payee(null)
    await office.release(await office.print(await write(id)))
    const transfer = { mode_of_payment: 'bank_transfer', bank_id: await office.bank() }
    await expect(office.print(await write(id, transfer))).rejects.toMatchObject(held)
    await expect(
      office.print(await write(id, { ...transfer, pay_to_account_no: '666-8' })),
    ).rejects.toMatchObject(held)
  })

  it('is not confirmed by a row of the table, whoever writes it', async () => {
    const id = await payee('001-7')
    for (const column of ['account_confirmed_by', 'account_confirmed_at', 'account_set_by']) {
      const value = column.endsWith('_at') ? 'now()' : `'${finance()}'::uuid`
      for (const user of [clerk(), finance(), fixture.role['special access 1'], owner()])
        await expect(
          fixture.db.as(user, `update public.payees set ${column} = ${value} where id = $1::uuid`, [
            id,
          ]),
        ).rejects.toMatchObject({ code: '42501' })
    }
    await expect(
      fixture.db.as(
        clerk(),
        `insert into public.payees (project_id, fname, account_no, account_confirmed_at) values ($1::uuid, 'X', '1', now())`,
        [fixture.a],
      ),
    ).rejects.toMatchObject({ code: '42501' })
    // Also the owner of the database does not carry a confirmation over to another number.
    await confirm(id, finance())
    await fixture.db.sql("update public.payees set account_no = '666-9' where id = $1::uuid", [id])
    expect(await read(id)).toMatchObject({ account_confirmed_at: null })
  })
})

describe('the switch', () => {
  it('lets one person do it all, and the trail tells who switched it', async () => {
    await setRules(fixture, 'a', { payee_accounts_maker_checker: false })
    const id = await payee('002-1')
    await office.release(await office.print(await write(id)))
    await confirm(id, clerk())
    const [entry] = await fixture.db.sql<Record<string, unknown>>(
      `select user_id, before #>> '{settings,maker_checker,payee_accounts}' as was,
         after #>> '{settings,maker_checker,payee_accounts}' as is
       from public.audit_log where table_name = 'projects' and row_id = $1 order by id desc limit 1`,
      [fixture.a],
    )
    expect(entry).toEqual({ user_id: fixture.admin, was: 'true', is: 'false' })
  })

  it('leaves in the trail of the payee who confirmed what', async () => {
    const id = await payee('002-2')
    await confirm(id, finance())
    const [entry] = await fixture.db.sql<Record<string, unknown>>(
      `select user_id, after ->> 'account_confirmed_by' as by from public.audit_log
       where table_name = 'payees' and row_id = $1 order by id desc limit 1`,
      [id],
    )
    expect(entry).toEqual({ user_id: finance(), by: finance() })
  })
})
