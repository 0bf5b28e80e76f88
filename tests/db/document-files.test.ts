import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { disburse } from '../support/disburse.ts'
import { documentParts } from '../support/document-parts.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const d = disburse(fixture)
const t = trade(fixture)
const parts = documentParts(fixture)
const staff = () => fixture.role['special access 1']

const kept = async (path: string) =>
  (await fixture.db.sql('select 1 from storage.objects where name = $1', [path])).length
const drop = (path: string, user = d.clerk()) =>
  fixture.db.as(user, 'delete from storage.objects where name = $1', [path])
const sees = async (user: string, path: string) =>
  (await fixture.db.as(user, 'select 1 from storage.objects where name = $1', [path])).length

describe('a stored file', () => {
  it('is opened by no signed link, which would outlive the membership of who made it', async () => {
    const path = await d.upload(await d.write('10.00'))
    for (const operation of ['sign', 'sign_many', 'sign_upload_url', 'get_authenticated']) {
      const look = `do $$ begin
        perform set_config('storage.operation', 'storage.object.${operation}', true);
        if exists (select from storage.objects where name = '${path}') then raise 'seen'; end if;
      end $$`
      const seen = await fixture.db.as(d.clerk(), look).then(
        () => false,
        (error: Error) => error.message.includes('seen'),
      )
      expect([operation, seen]).toEqual([operation, operation === 'get_authenticated'])
    }
  })

  it('is sent by who writes the document, below a document of their own project', async () => {
    const made = await d.write('10.00')
    const other = disburse(fixture, 'b')
    for (const user of [fixture.role.Owner, fixture.role['finance admin'], fixture.expensesB, null])
      await expect(d.upload(made, user as string), String(user)).rejects.toMatchObject({
        code: '42501',
      })
    await expect(other.upload(made)).rejects.toMatchObject({ code: '42501' })
    const gone = await d.write('10.00')
    await d.cancel(gone)
    await expect(d.upload(gone)).rejects.toMatchObject({ code: '42501' })
  })

  it('is read by readers of the document once it is attached, before by its writers', async () => {
    const made = await d.write('10.00')
    const path = await d.upload(made)
    const readers = [fixture.role.Owner, d.clerk(), fixture.role['sales admin'], fixture.expensesB]
    const seen = () => Promise.all(readers.map((user) => sees(user, path)))
    expect(await seen()).toEqual([0, 1, 0, 0])
    await d.attach(made, path)
    expect(await seen()).toEqual([1, 1, 0, 0])
    expect(await sees(fixture.stranger, path)).toBe(0)
  })
})

describe('a file', () => {
  it('is attached once, from below its own document, by who writes the kind', async () => {
    const made = await d.write('10.00')
    const path = await d.upload(made)
    await d.attach(made, path)
    await expect(d.attach(made, path)).rejects.toMatchObject({ code: '23505', detail: 'files' })
    await expect(d.attach(await d.write('10.00'), path)).rejects.toMatchObject({ detail: 'files' })
    await expect(d.attach(made, 'elsewhere')).rejects.toMatchObject({ detail: 'files' })
    const next = await d.upload(made)
    for (const [user, code] of [
      [fixture.role.Owner, '42501'],
      [fixture.role['sales admin'], 'P0002'],
      [fixture.expensesB, 'P0002'],
    ] as const)
      await expect(parts.attach('voucher', made.id, next, user)).rejects.toMatchObject({ code })
    await d.cancel(made)
    await expect(d.attach(made, next)).rejects.toMatchObject({ hint: 'wrong_state' })
  })

  it('comes with others, all or none, up to twenty a document', async () => {
    const { id } = await d.write('10.00')
    const paths = await Promise.all(Array.from({ length: 21 }, () => parts.upload('voucher', id)))
    const attach = (some: string[]) => parts.attach('voucher', id, some)
    await expect(attach([paths[0]!, `${fixture.a}/none.pdf`])).rejects.toMatchObject({
      detail: 'files',
    })
    await expect(attach([])).rejects.toMatchObject({ detail: 'files' })
    await expect(attach(paths.slice(0, 11))).rejects.toMatchObject({ detail: 'files' })
    await attach(paths.slice(0, 10))
    await expect(attach(paths.slice(9, 12))).rejects.toMatchObject({ code: '23505' })
    await attach(paths.slice(10, 19))
    await expect(attach(paths.slice(19))).rejects.toMatchObject({ hint: 'too_many' })
    await attach(paths.slice(19, 20))
    const { files } = await parts.read('voucher', id, d.clerk())
    expect(files).toHaveLength(20)
  })

  it('is attached to a booking by an agent whose own it is, and by the warehouse that delivers it', async () => {
    const product = await t.product('10.00', 100)
    const booking = await t.book(await t.customer(), [[product, 1, '10.00']])
    const { Agent, warehouse, ASE } = fixture.role
    const second = await fixture.addAgent('a')
    await parts.add('booking', booking.id, Agent)
    await expect(parts.add('booking', booking.id, second)).rejects.toMatchObject({ code: '42501' })
    await expect(parts.add('booking', booking.id, warehouse)).rejects.toMatchObject({
      code: '42501',
    })
    await t.validate(booking.id, booking.version)
    await parts.add('booking', booking.id, warehouse)
    await expect(parts.add('booking', booking.id, ASE)).rejects.toMatchObject({ code: '42501' })
    const names = async (user: string) =>
      (await parts.read('booking', booking.id, user)).files.map(({ may_remove }) => may_remove)
    // Each removes the own one, the Owner both; a second agent sees none.
    expect(await names(Agent)).toEqual([true, false])
    expect(await names(warehouse)).toEqual([false, true])
    expect(await names(fixture.role.Owner)).toEqual([true, true])
    expect(await names(ASE)).toEqual([false, false])
    await expect(names(second)).rejects.toMatchObject({ code: 'P0002' })
    // The invoice is another document, which the agent does not read.
    await expect(parts.read('invoice', booking.id, staff())).rejects.toMatchObject({
      code: 'P0002',
    })
    await t.invoice(booking.id, booking.version + 1, 'INV-F1')
    await parts.add('invoice', booking.id, staff())
    expect((await parts.read('invoice', booking.id, staff())).files).toHaveLength(1)
    await expect(parts.read('invoice', booking.id, Agent)).rejects.toMatchObject({ code: 'P0002' })
  })

  it('belongs to the whole receipt, by its first part', async () => {
    const { id: receipt } = await t.rpc('record_receipt', {
      p_receipt: {
        ...{ customer_id: await t.customer(), cr_no: 'CR-FILE' },
        parts: [
          { collection_type: 'cash', amount: '5.00' },
          { collection_type: 'withholding', amount: '1.00', reference_no: 'W-1' },
        ],
      },
    })
    const [second] = await fixture.db.sql<{ id: string }>(
      'select id from public.collections where receipt_id = $1::uuid and part_no = 2',
      [receipt],
    )
    await parts.add('collection', receipt!, staff())
    await expect(parts.read('collection', second!.id, staff())).rejects.toMatchObject({
      code: 'P0002',
    })
  })
})

describe('an attached file', () => {
  it('stays stored while a row names it, and is removed by who attached it or by higher people', async () => {
    const made = await d.write('10.00')
    const path = await d.upload(made)
    const file = await parts.attachOne('voucher', made.id, path, d.clerk())
    await drop(path)
    expect(await kept(path)).toBe(1)
    const colleague = fixture.role['finance admin']
    await expect(parts.detach(file, colleague)).rejects.toMatchObject({ code: '42501' })
    await expect(parts.detach(file, fixture.expensesB)).rejects.toMatchObject({ code: 'P0002' })
    expect(await parts.detach(file, d.clerk())).toMatchObject({ bucket: 'documents', path })
    await drop(path, fixture.role.Owner)
    expect(await kept(path)).toBe(1)
    await drop(path)
    expect(await kept(path)).toBe(0)
    const again = await parts.add('voucher', made.id, d.clerk())
    await parts.backdate('document_files', again)
    await parts.detach(again, fixture.role.Owner)
    await expect(parts.detach(again, d.clerk())).rejects.toMatchObject({ code: 'P0002' })
  })

  it('never changes, and each act is in the audit trail of its document', async () => {
    const made = await d.write('10.00')
    const file = await parts.add('voucher', made.id, d.clerk())
    await expect(
      fixture.db.sql("update public.document_files set name = 'Other'"),
    ).rejects.toMatchObject({ code: '42501' })
    await parts.detach(file, d.clerk())
    const trail = await fixture.db.sql(
      `select action, kind, user_id, coalesce(after, before) ->> 'name' as name from public.audit_log
       where document_id = $1::uuid and table_name = 'document_files' order by id`,
      [made.id],
    )
    const row = { kind: 'voucher', user_id: d.clerk(), name: 'Receipt.pdf' }
    expect(trail).toEqual([
      { ...row, action: 'insert' },
      { ...row, action: 'delete' },
    ])
  })

  it('stays with a released voucher, but one attached by mistake within 15 minutes', async () => {
    const made = await d.write('10.00')
    const early = await parts.add('voucher', made.id, d.clerk())
    await parts.backdate('document_files', early)
    await d.release(await d.print(made))
    for (const user of [d.clerk(), fixture.role.Owner])
      await expect(parts.detach(early, user)).rejects.toMatchObject({ hint: 'wrong_state' })
    const official = await parts.add('voucher', made.id, d.clerk())
    await expect(parts.detach(official, fixture.role.Owner)).rejects.toMatchObject({
      hint: 'wrong_state',
    })
    await parts.detach(official, d.clerk())
    const { files } = await parts.read('voucher', made.id, fixture.role.Owner)
    expect(files).toEqual([expect.objectContaining({ id: early, may_remove: false })])
  })

  it('stays with what is cancelled, for everybody', async () => {
    const made = await d.write('10.00')
    const file = await parts.add('voucher', made.id, d.clerk())
    await d.cancel(made)
    for (const user of [d.clerk(), fixture.role.Owner])
      await expect(parts.detach(file, user)).rejects.toMatchObject({ hint: 'wrong_state' })
  })

  it('stays with closed books, which take further papers', async () => {
    const bought = await t.buy(await t.product(), 5, 'purchase', undefined, '2015-03-01')
    const early = await parts.add('purchase', bought.id!, staff())
    await parts.backdate('document_files', early)
    await fixture.db.rpc(fixture.role.Owner, 'close_period', {
      ...{ p_project: fixture.a, p_idempotency_key: randomUUID() },
      ...{ p_through: '2015-03-31', p_reason: 'March is reported' },
    })
    const late = await parts.add('purchase', bought.id!, staff())
    await parts.detach(late, staff())
    await expect(parts.detach(early, fixture.role.Owner)).rejects.toMatchObject({
      hint: 'wrong_state',
      message: expect.stringContaining('03/01/2015'),
    })
  })

  it('keeps an imported record from being undone', async () => {
    const imported = await t.rpc('import_products', {
      p_import: {
        rows: [
          { description: 'With a photo', material_code: 'PHOTO', def_cost: '1', def_srp: '2' },
        ],
      },
    })
    const [product] = await fixture.db.sql<{ id: string }>(
      "select id from public.products where material_code = 'PHOTO'",
    )
    const file = await parts.add('product', product!.id, staff())
    const undo = () => t.rpc('undo_import', { p_import: imported.id, p_version: imported.version })
    await expect(undo()).rejects.toMatchObject({ hint: 'wrong_state' })
    await parts.detach(file, staff())
    await undo()
  })
})
