import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { type StoredAct, stored } from '../support/field-history.ts'
import { begun, enterField, openPhone } from '../support/field-phone.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit } = testBrowser(server)
const EMAIL = 'agent@demo.test'
let owner: ReturnType<typeof connect>
beforeAll(() => {
  if (hasPostgres()) owner = connect(server)
})
afterAll(() => owner?.end())

const nameOf = ({ name }: { name: string }) => name

describe.skipIf(!hasPostgres())('an agent', () => {
  it('asks for a customer, books for it at once, and asks for a return, without a line', async () => {
    const [sold] = await owner.unsafe<{ id: string; product: string }[]>(
      `select b.id, p.description as product from public.bookings b
       join public.booking_lines l on l.project_id = b.project_id and l.booking_id = b.id and l.quantity_delivered > 0 and l.free_of is null
       join public.products p on p.project_id = b.project_id and p.id = l.product_id and p.status = 'active'
       join public.profiles u on u.user_id = b.agent_id
       where b.project_id = $1 and u.email = $2 and b.stage = 'delivered' and b.balance > 0 order by b.id, l.line_no limit 1`,
      [DEMO_ID, EMAIL],
    )
    const { page, line, problems, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field requests'))
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()
    await line(false)
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('link', { name: 'New customer' }).click()
    await page.getByRole('button', { name: 'Save customer' }).click()
    await page.getByText('Enter the name.').waitFor()
    await page.getByLabel('Name').fill('Tindahan ni Aling Rosa')
    await page.getByLabel('Store').fill('Rosa Mini Mart')
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Save customer' }).click()
    await page.getByText('Saved on this phone.').waitFor()
    await page.getByRole('link', { name: 'New booking' }).click()
    await page.getByLabel('Add a product').fill(sold!.product)
    await page.locator('li button', { hasText: sold!.product }).first().click()
    await page.getByLabel('Remarks').fill('For a new customer')
    await page.getByRole('button', { name: 'Save booking' }).click()
    await page.getByText('is accepted').waitFor()

    // The new store pays at once: the receipt is kept back for the customer too.
    await page.getByRole('link', { name: 'Acts' }).click()
    await page.getByRole('link', { name: /New customer/ }).click()
    await page.getByRole('link', { name: 'Collect' }).click()
    await page.getByLabel('Amount', { exact: true }).fill('250')
    await page.getByLabel('CR no.').fill('NEW-0001')
    await page.getByRole('button', { name: 'Save receipt' }).click()
    await page.getByText('is accepted').waitFor()

    // Forms of the new store that are open, or begun, when the office accepts it.
    const kept = await page.context().newPage()
    const key = (await stored<StoredAct>(page, 'acts')).find(({ kind }) => kind === 'customer')!.key
    await kept.goto(`/field/customers/${key}/booking`)
    await kept.getByLabel('Remarks').fill('Begun for a new store')
    await begun(kept, 'Begun for a new store')
    await kept.goto(`/field/customers/${key}/receipt`)
    await kept.getByLabel('CR no.').fill('BEGUN-0001')
    await begun(kept, 'BEGUN-0001')

    await page.goto(`/field/bookings/${sold!.id}/return`)
    await page.getByLabel('Add a product').fill(sold!.product)
    await page.locator('li button', { hasText: sold!.product }).first().click()
    await page.getByLabel(`Pieces of ${sold!.product}`).fill('1')
    await page.getByLabel('Bad order').check()
    await page.getByLabel('Reason').fill('Torn at the store')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findings(page), colorScheme).toEqual([])
    }
    await page.getByRole('button', { name: 'Save return' }).click()
    await page.getByText('Saved on this phone.').waitFor()

    await line(true)
    await page.getByText('It waits for a decision.').waitFor()
    await expect
      .poll(() => stored<{ name: string }>(page, 'customers').then((all) => all.map(nameOf)))
      .toContain('Tindahan ni Aling Rosa')
    expect(await kept.getByLabel('CR no.').inputValue()).toBe('BEGUN-0001')
    const act = (await stored<StoredAct>(page, 'acts')).find((each) => each.key === key)!
    for (const id of [key, act.answer!.id]) {
      await kept.goto(`/field/customers/${id}/receipt`)
      await expect.poll(() => kept.getByLabel('CR no.').inputValue()).toBe('BEGUN-0001')
      await kept.goto(`/field/customers/${id}/booking`)
      await expect.poll(() => kept.getByLabel('Remarks').inputValue()).toBe('Begun for a new store')
    }
    await kept.close()
    const [booked] = await owner.unsafe(
      `select c.name, c.approval_status as customer, b.stage from public.bookings b
       join public.customers c on c.project_id = b.project_id and c.id = b.customer_id
       where b.project_id = $1 and b.remarks = 'For a new customer'`,
      [DEMO_ID],
    )
    expect(booked).toEqual({
      ...{ name: 'Tindahan ni Aling Rosa', customer: 'pending', stage: 'pending' },
    })
    const paid = await owner.unsafe(
      `select u.name, c.amount::text,
         (select count(*)::int from public.collection_allocations a where a.collection_id = c.id) as shares
       from public.collections c join public.customers u on u.id = c.customer_id
       where c.project_id = $1 and c.cr_no = 'NEW-0001'`,
      [DEMO_ID],
    )
    expect(paid).toEqual([{ name: 'Tindahan ni Aling Rosa', amount: '250.00', shares: 0 }])
    const [asked] = await owner.unsafe(
      `select r.kind, r.request_status, r.reason, l.quantity, l.stock_state from public.warehouse_requests r
       join public.warehouse_request_lines l on l.project_id = r.project_id and l.request_id = r.id
       where r.project_id = $1 and r.booking_id = $2`,
      [DEMO_ID, sold!.id],
    )
    expect(asked).toEqual({
      ...{ kind: 'take_back', request_status: 'pending', reason: 'Torn at the store' },
      ...{ quantity: 1, stock_state: 'bad_order' },
    })

    // More than was delivered comes back with its reason at the product.
    await page.goto(`/field/bookings/${sold!.id}/return`)
    await page.getByLabel('Add a product').fill(sold!.product)
    await page.locator('li button', { hasText: sold!.product }).first().click()
    const pieces = page.getByLabel(`Pieces of ${sold!.product}`)
    await pieces.fill('9999')
    await page.getByLabel('Reason').fill('All of it')
    await page.getByRole('button', { name: 'Save return' }).click()
    await page.getByText('Rejected by the office').waitFor()
    await page.getByRole('button', { name: 'Correct and send again' }).click()
    await pieces.waitFor()
    const saysAt = async () => {
      const id = await pieces.getAttribute('aria-describedby')
      return id ? page.locator(`[id="${id}"]`).innerText() : null
    }
    await expect.poll(saysAt).toMatch(/pieces more than were delivered/)
    expect(await page.getByLabel('Reason').getAttribute('aria-invalid')).toBe(null)
    expect(problems.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([])
    await close()
  })
})
