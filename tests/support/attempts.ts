import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  type Permission,
  ROLE_PERMISSIONS,
  type Role,
} from '../../app/platform/access/permissions.ts'
import { treasury } from './cheques.ts'
import { disburse } from './disburse.ts'
import type { Fixture } from './fixture.ts'
import { trade } from './trade.ts'

type Made = { id: string; version: number }

/**
 * One person, alone, tries the whole way to money or goods (docs/permissions.md, Separation of
 * duties). A step works when the role holds its permission, and is 42501 otherwise; the last step is
 * refused to everybody: by the rule when the role could take it.
 */
export function attempts(fixture: Fixture, ready: { goods: string; bank: string }) {
  const shop = trade(fixture)
  const desk = treasury(fixture, shop)
  const office = disburse(fixture)

  class Person {
    readonly user: string
    constructor(readonly role: Role) {
      this.user = fixture.role[role]
    }
    holds(permission: Permission): boolean {
      return Object.values(ROLE_PERMISSIONS[this.role]).some((list) => list.includes(permission))
    }
    send = <T = Made>(name: string, args: Record<string, unknown>) =>
      shop.rpc<T>(name, args, this.user)
    /** Takes a step that the role's permission decides; null when it is refused. */
    async take<T>(permission: Permission, step: () => Promise<T>): Promise<T | null> {
      if (this.holds(permission)) return step()
      await expect(step()).rejects.toMatchObject({ code: '42501' })
      return null
    }
    /** The step at which the way ends: the rule refuses who holds its permission, 42501 the others. */
    async stopped(
      permission: Permission,
      rule: string,
      step: () => Promise<unknown>,
    ): Promise<void> {
      await expect(step()).rejects.toMatchObject(
        this.holds(permission) ? { code: 'P0001', hint: rule } : { code: '42501' },
      )
    }
    book = (customer_id: string, lines: [string, string][]) =>
      this.take('bookings.write', () =>
        this.send('create_booking', {
          p_booking: {
            customer_id,
            lines: lines.map(([product_id, agent_srp]) => ({ product_id, quantity: 2, agent_srp })),
          },
        }),
      )
    /** Somebody who may only override gives a reason; who validates is refused with and without one. */
    async cannotValidate(booking: Made | null, rule: string): Promise<void> {
      if (!booking) return
      for (const reason of [null, 'My own'])
        await this.stopped('bookings.validate', rule, () =>
          shop.validate(booking.id, booking.version, reason, this.user),
        )
      expect((await shop.booking(booking.id)).stage).toBe('pending')
    }
    addProduct = (srp: string) =>
      this.take('products.write', async () => {
        const id = randomUUID()
        await fixture.db.as(
          this.user,
          `insert into public.products (project_id, id, description, material_code, def_srp)
         values ($1::uuid, $2::uuid, $3, $3, $4::text::numeric)`,
          [fixture.a, id, id, srp],
        )
        return id
      })
    buy = (product_id: string, prod_srp: string | null) =>
      this.take('purchases.write', () =>
        this.send('create_purchase', {
          p_purchase: {
            po_no: randomUUID(),
            supplier: 'Own shop',
            lines: [{ product_id, quantity: 100, cost: '0.01', prod_srp }],
          },
        }),
      )
    record = (more: Record<string, unknown>) =>
      this.take('collections.record', () =>
        this.send('record_collection', {
          p_collection: { amount: '20.00', cr_no: randomUUID(), ...more },
        }),
      )
  }

  const versionOf = async (table: string, id: string) => {
    const text = `select version from public.${table} where id = $1::uuid`
    return (await fixture.db.sql<{ version: number }>(text, [id]))[0]!.version
  }
  const at = async (table: string, id: string, key: string) => ({
    [key]: id,
    p_version: await versionOf(table, id),
  })
  /** A step of somebody whose role has changed since is refused too; afterwards they are who they were. */
  async function as(who: Person, role: Role, step: () => Promise<unknown>): Promise<void> {
    const become = (next: string, manager: string | null) =>
      fixture.db.sql(
        `update public.memberships set role = $3, manager_id = $4::uuid
       where project_id = $1::uuid and user_id = $2::uuid`,
        [fixture.a, who.user, next, manager],
      )
    await become(role, null)
    try {
      await expect(step()).rejects.toMatchObject({ code: 'P0001', hint: 'maker_checker' })
    } finally {
      await become(who.role, who.role === 'Agent' ? fixture.role.Manager : null)
    }
  }
  /** A person of the same duty who is not this one. */
  const secondOf = (who: Person) =>
    who.role === 'finance admin' ? fixture.role['special access 1'] : fixture.role['finance admin']

  const chains: Record<string, (who: Person) => Promise<void>> = {
    async 'raises the credit line of a customer for the own booking'(who) {
      const customer = await shop.customer('5.00')
      const booking = await who.book(customer, [[ready.goods, '10.00']])
      await who.cannotValidate(booking, 'credit_exceeded')
      const raised = await who.take('customers.decide', async () =>
        who.send('set_credit_line', {
          ...(await at('customers', customer, 'p_customer')),
          p_credit_line: null,
          p_terms_days: 30,
        }),
      )
      await who.cannotValidate(booking, raised ? 'maker_checker' : 'credit_exceeded')
    },

    async 'adds a customer without a limit and sells to it'(who) {
      const agent_id = fixture.role.Agent
      const added = await who.take('customers.request', () =>
        who.send('request_customer', {
          p_customer: who.holds('customers.decide')
            ? { name: randomUUID(), credit_line: null, terms_days: '30', agent_id }
            : { name: randomUUID() },
        }),
      )
      if (!added) return
      if (!who.holds('customers.decide'))
        return who.stopped('customers.decide', '', () =>
          who.send('decide_customer', {
            ...{ p_customer: added.id, p_version: added.version, p_decision: 'approved' },
            ...{ p_credit_line: null, p_terms_days: 30 },
          }),
        )
      await who.cannotValidate(await who.book(added.id, [[ready.goods, '10.00']]), 'maker_checker')
    },

    async 'imports a customer with an opening balance and sells to it'(who) {
      const name = randomUUID()
      const opening = { invoice_no: name, invoice_date: '2026-01-05', amount: '100.00' }
      const rows = [{ name, agent: 'A Agent', terms_days: '30', ...opening }]
      const imported = await who.take('customers.decide', () =>
        who.send('import_customers', { p_import: { rows } }),
      )
      if (!imported) return
      const [{ id } = { id: '' }] = await fixture.db.sql<{ id: string }>(
        'select id from public.customers where name = $1',
        [name],
      )
      await who.cannotValidate(await who.book(id, [[ready.goods, '10.00']]), 'maker_checker')
      // The own opening balance is not paid by an own receipt either.
      const [{ booking } = { booking: '' }] = await fixture.db.sql<{ booking: string }>(
        'select id as booking from public.bookings where customer_id = $1::uuid and is_opening',
        [id],
      )
      const receipt = await who.record({
        customer_id: id,
        allocations: [{ booking_id: booking, amount: '20.00' }],
      })
      await who.stopped('collections.decide', 'maker_checker', () =>
        shop.approve(receipt!.id, receipt!.version, who.user),
      )
    },

    async 'gives goods away, or sells them below the floor'(who) {
      const customer = await shop.customer()
      for (const prices of [['0.00'], ['0.01'], ['6.99'], ['10.00', '0.00']]) {
        const lines = prices.map((price): [string, string] => [ready.goods, price])
        await who.cannotValidate(await who.book(customer, lines), 'below_price_floor')
      }
    },

    async 'lowers the live SRP, and sells at it'(who) {
      const product = await shop.product('10.00', 100)
      const lowered = await who.buy(product, '0.01')
      const booking = await who.book(await shop.customer(), [[product, '0.01']])
      await who.cannotValidate(booking, lowered ? 'maker_checker' : 'below_price_floor')
    },

    async 'adds a product at a centavo, buys and sells it'(who) {
      const product = await who.addProduct('0.01')
      if (!product) return
      await who.buy(product, '0.01')
      const booking = await who.book(await shop.customer(), [[product, '0.01']])
      await who.cannotValidate(booking, 'maker_checker')
    },

    async 'imports a product at a centavo, buys and sells it'(who) {
      const code = randomUUID()
      const rows = [{ description: code, material_code: code, def_cost: '0.00', def_srp: '0.01' }]
      const done = await who.take('products.write', () =>
        who.send('import_products', { p_import: { rows } }),
      )
      if (!done) return
      const [product] = await fixture.db.sql<{ id: string }>(
        'select id from public.products where material_code = $1',
        [code],
      )
      await who.buy(product!.id, null)
      const booking = await who.book(await shop.customer(), [[product!.id, '0.01']])
      await who.cannotValidate(booking, 'maker_checker')
    },

    async 'records, approves, banks and cancels the own receipt'(who) {
      const customer = await shop.customer()
      const cheque = {
        ...{ collection_type: 'cheque', cheque_bank: 'Bank', cheque_no: randomUUID().slice(0, 20) },
        cheque_date: await desk.day(),
      }
      for (const more of [{}, { collection_type: 'withholding' }, cheque]) {
        const made = await who.record({ customer_id: customer, ...more })
        if (!made) return
        await who.stopped('collections.decide', 'maker_checker', () =>
          shop.approve(made.id, made.version, who.user),
        )
        const cheques = [{ id: made.id, version: made.version }]
        if (more === cheque)
          await who.stopped('treasury.write', 'wrong_state', () =>
            who.send('deposit_cheque', {
              p_deposit: { bank_id: ready.bank, slip_no: randomUUID(), cheques },
            }),
          )
        const { version } = await shop.approve(made.id, made.version, secondOf(who))
        await who.stopped('collections.decide', 'maker_checker', () =>
          shop.cancelCollection(made.id, version, who.user),
        )
      }
    },

    async 'receives the own remittance'(who) {
      const collects = who.role === 'Agent' || who.role === 'Collector'
      const customer_id = await shop.customer()
      if (who.holds('collections.record') && !collects)
        // The office takes money as the office; only who works in the field hands it in.
        return expect(who.record({ customer_id, collector_id: who.user })).rejects.toMatchObject({
          code: '22023',
          detail: 'collector_id',
        })
      const made = await who.record({ customer_id })
      if (!made) return
      const receive = () =>
        who.send('receive_remittance', {
          p_remittance: {
            ...{ collector_id: who.user, drr_no: randomUUID(), collection_ids: [made.id] },
            denominations: [{ value: '20', count: 1 }],
          },
        })
      await who.stopped('treasury.write', 'maker_checker', receive)
      await as(who, 'finance admin', receive)
    },

    async 'changes the account of a payee and pays into it'(who) {
      const payee = await office.payee(randomUUID(), '111-1')
      const changed = await fixture.db.as<{ id: string }>(
        who.user,
        "update public.payees set account_no = '666-6' where id = $1::uuid returning id",
        [payee],
      )
      // Without the permission the row is not there to change.
      expect(changed).toHaveLength(who.holds('masters.write') ? 1 : 0)
      if (changed.length === 0) return
      await who.stopped('masters.write', 'maker_checker', async () =>
        who.send('confirm_payee_account', await at('payees', payee, 'p_payee')),
      )
      for (const more of [
        {},
        { pay_to_account_no: '666-6' },
        { mode_of_payment: 'bank_transfer', bank_id: ready.bank },
      ]) {
        const voucher = await who.take('vouchers.write', async () =>
          who.send('create_voucher', {
            p_voucher: await office.typed('10.00', { payee_id: payee, ...more }),
          }),
        )
        if (!voucher) return
        const p = { p_voucher: voucher.id, p_version: voucher.version }
        const p_releaser = await office.releaser()
        await who.stopped('vouchers.write', 'account_unconfirmed', () =>
          who.send('mark_voucher_printed', p),
        )
        await who.stopped('vouchers.write', 'wrong_state', () =>
          who.send('release_voucher', { ...p, p_releaser, p_date: null }),
        )
      }
    },

    async 'enters, approves and releases the own voucher above the amount'(who) {
      const voucher = await who.take('vouchers.write', async () =>
        who.send('create_voucher', { p_voucher: await office.typed('50000.01') }),
      )
      if (!voucher) return
      const p = { p_voucher: voucher.id, p_version: voucher.version }
      const p_releaser = await office.releaser()
      await who.stopped('vouchers.approve', 'maker_checker', () => who.send('approve_voucher', p))
      await who.stopped('vouchers.write', 'needs_approval', () =>
        who.send('mark_voucher_printed', p),
      )
      await who.stopped('vouchers.write', 'wrong_state', () =>
        who.send('release_voucher', { ...p, p_releaser, p_date: null }),
      )
    },

    async 'decides the own product edit'(who) {
      const product = await shop.product('10.00')
      const bought = await shop.buy(product, 100)
      const [line] = await fixture.db.sql<{ id: string }>(
        'select id from public.purchase_lines where purchase_id = $1::uuid',
        [bought.id],
      )
      const asked = await who.take('product_edits.request', () =>
        who.send('request_product_edit', {
          p_request: {
            ...{ purchase_line_id: line!.id, item_to_edit: 'quantity', what_edit: '1' },
            reason: 'Gone',
          },
        }),
      )
      if (!asked) return
      const decide = () =>
        who.send('decide_product_edit', {
          ...{ p_request: asked.id, p_version: asked.version, p_decision: 'approved' },
        })
      await who.stopped('product_edits.decide', 'maker_checker', decide)
      await as(who, 'Owner', decide)
      expect((await shop.stock(product)).on_hand).toBe(100)
    },

    async 'decides the own warehouse request'(who) {
      const { id } = await desk.owing(await shop.customer(), ready.goods, 5, '10.00')
      const [line] = await fixture.db.sql<{ id: string }>(
        'select id from public.booking_lines where booking_id = $1::uuid',
        [id],
      )
      const lines = [{ line_id: line!.id, quantity: 5 }]
      const right = who.holds('returns.request') ? 'returns.request' : 'warehouse.write'
      const asked = await who.take(right, () =>
        who.send('create_warehouse_request', {
          p_request: { booking_id: id, kind: 'take_back', reason: 'Broken', lines },
        }),
      )
      if (!asked) return
      const decide = () =>
        who.send('decide_warehouse_request', {
          ...{ p_request: asked.id, p_version: asked.version, p_decision: 'approved' },
        })
      await who.stopped('warehouse.decide', 'maker_checker', decide)
      await as(who, 'Owner', decide)
      expect((await shop.booking(id)).balance).toBe('50.00')
    },

    async 'posts the own stock count'(who) {
      const product = await shop.product('10.00', 100)
      const sheet = await who.take('counts.write', () =>
        who.send('open_stock_count', { p_count: { title: 'Own count' } }),
      )
      if (!sheet) return
      const { version } = await who.send('enter_stock_count', {
        ...{ p_count: sheet.id, p_version: sheet.version, p_submit: true },
        p_lines: { lines: [{ product_id: product, counted: '1' }] },
      })
      const post = () =>
        who.send('post_stock_count', { p_count: sheet.id, p_version: version, p_reason: 'Lost' })
      await who.stopped('counts.decide', 'maker_checker', post)
      await as(who, 'Owner', post)
      expect((await shop.stock(product)).on_hand).toBe(100)
    },

    async 'switches the rules off'(who) {
      const p_version = await versionOf('projects', fixture.a)
      const p_details = { credit_lines_maker_checker: false, price_floor_percent: '0' }
      await expect(who.send('update_project', { p_version, p_details })).rejects.toMatchObject({
        code: '42501',
      })
    },
  }

  return { Person, chains, at }
}
