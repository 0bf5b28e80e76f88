import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { fillBooking } from '../support/field-history.ts'
import { enterField, openPhone } from '../support/field-phone.ts'
import { postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit } = testBrowser(server)
const EMAIL = 'agent@demo.test'
let owner: ReturnType<typeof connect>
beforeAll(() => {
  owner = connect(server)
})
afterAll(() => owner?.end())

it('an agent books with discount and free goods, and cancels it, all without a line', async () => {
  const [customer] = await owner.unsafe<{ id: string; name: string }[]>(
    `select c.id, c.name from public.customers c join public.profiles p on p.user_id = c.agent_id
     where c.project_id = $1 and p.email = $2 and c.approval_status = 'approved' order by c.name limit 1`,
    [DEMO_ID, EMAIL],
  )
  const [product] = await owner.unsafe<{ description: string }[]>(
    `select p.description from public.products p
     join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
     where p.project_id = $1 and p.status = 'active' and p.case_config > 10
     order by i.current_srp / i.current_srp_pieces desc limit 1`,
    [DEMO_ID],
  )
  const { page, line, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field discount'))
  await enterField(page, EMAIL)
  await page.getByText('Ready').waitFor()
  await line(false)
  const name = product!.description
  await fillBooking(page, customer!.id, name, 'DISCOUNT one')
  await page.getByLabel(`Pieces of ${name}`, { exact: true }).fill('10')
  await page.getByText('Discount, free goods').click()
  await page.getByLabel(`Discount of ${name}`).fill('about 5')
  await page.getByRole('button', { name: 'Save booking' }).click()
  await page.getByText(`Correct the discount of ${name}.`).waitFor()
  await page.getByLabel(`Discount of ${name}`).fill('5% + 1.50')
  await page.getByRole('button', { name: `Give ${name} free` }).click()
  await page.getByLabel(`Pieces of free ${name}`).fill('2')
  expect(await findings(page)).toEqual([])
  expect(await page.getByText('Below the price floor').count()).toBe(0)
  await page.getByLabel(`Discount of ${name}`).fill('60%')
  await page.getByText('Below the price floor').waitFor()
  await page.getByLabel(`Discount of ${name}`).fill('5% + 1.50')
  await page.getByRole('button', { name: 'Save booking' }).click()
  await page.getByText('Saved on this phone.').waitFor()
  await line(true)
  await page.getByText('Accepted by the office').waitFor()
  const no = await page.getByRole('heading', { level: 1 }).innerText()
  const booked = await owner.unsafe<object[]>(
    `select l.quantity, l.discount_percent::text, l.discount_amount::text, l.free_of, b.stage
     from public.booking_lines l join public.bookings b on b.project_id = l.project_id and b.id = l.booking_id
     where b.project_id = $1 and b.remarks = 'DISCOUNT one' order by l.line_no`,
    [DEMO_ID],
  )
  expect(booked).toMatchObject([
    { discount_percent: '5.00', discount_amount: '1.50', free_of: null, stage: 'pending' },
    { quantity: 2, free_of: 1 },
  ])

  await page.goto(`/field/customers/${customer!.id}`)
  await page.getByRole('link', { name: `Cancel ${no}` }).waitFor()
  await line(false)
  await page.getByRole('link', { name: `Cancel ${no}` }).click()
  await page.getByRole('button', { name: 'Cancel this booking' }).click()
  await page.getByText('Enter the reason.').waitFor()
  await page.getByLabel('Reason').fill('DISCOUNT cancelled')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel this booking' }).click()
  await page.getByText('Saved on this phone.').waitFor()
  await line(true)
  await page.getByText('is cancelled.').waitFor()
  const [cancelled] = await owner.unsafe<object[]>(
    `select count(*)::int as count from public.bookings where project_id = $1 and cancel_reason = 'DISCOUNT cancelled'`,
    [DEMO_ID],
  )
  expect(cancelled).toEqual({ count: 1 })
  await close()
})

it('a refused line says why at its field, past goods that are given free, and is counted by plus and minus', async () => {
  const [customer] = await owner.unsafe<{ id: string }[]>(
    `select c.id from public.customers c join public.profiles p on p.user_id = c.agent_id
     where c.project_id = $1 and p.email = $2 and c.approval_status = 'approved' order by c.name offset 1 limit 1`,
    [DEMO_ID, EMAIL],
  )
  const products = await owner.unsafe<{ name: string; per: number }[]>(
    `select p.description as name, p.case_config as per from public.products p
     where p.project_id = $1 and p.status = 'active' and p.case_config > 10 order by p.description limit 2`,
    [DEMO_ID],
  )
  const [one, two] = [products[0]!, products[1]!]
  const { page, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field refused line'))
  await enterField(page, EMAIL)
  await page.getByText('Ready').waitFor()
  await fillBooking(page, customer!.id, one.name, 'LINE one')
  await page.getByText('Discount, free goods').click()
  await page.getByRole('button', { name: `Give ${one.name} free` }).click()
  await page.getByLabel('Add a product').fill(two.name)
  await page.locator('li button', { hasText: two.name }).first().click()
  await page.getByText('Discount, free goods').nth(1).click()
  await page.getByLabel(`Discount of ${two.name}`).fill('9999999.00')

  // From a case and no piece: a piece less opens the case, and one that fills it up closes it.
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const count = async () =>
    [
      await page.getByLabel(`Cases of ${two.name}`).inputValue(),
      await page.getByLabel(`Pieces of ${two.name}`).inputValue(),
    ].map(Number)
  expect(await count()).toEqual([1, 0])
  await press(`One less piece of ${two.name}`)
  expect(await count()).toEqual([0, two.per - 1])
  expect(await page.getByLabel(`One less case of ${two.name}`).isDisabled()).toBe(true)
  await press(`One more piece of ${two.name}`)
  await press(`One more case of ${two.name}`)
  expect(await count()).toEqual([2, 0])
  for (const button of await page.getByRole('button', { name: /^One (less|more) / }).all()) {
    const box = await button.boundingBox()
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await findings(page)).toEqual([])

  await page.getByRole('button', { name: 'Save booking' }).click()
  await page.getByText('Rejected by the office').waitFor()
  await page.getByRole('button', { name: 'Correct and send again' }).click()
  const discount = page.getByLabel(`Discount of ${two.name}`)
  await discount.waitFor()
  const said = async (field: typeof discount) => {
    const id = await field.getAttribute('aria-describedby')
    return id ? page.locator(`[id="${id}"]`).innerText() : null
  }
  await expect.poll(() => said(discount)).toBe('The discount exceeds the line amount.')
  for (const label of [`Discount of ${one.name}`, `Pieces of ${one.name}`, `Pieces of ${two.name}`])
    expect(await said(page.getByLabel(label, { exact: true })), label).toBe(null)
  expect(await findings(page)).toEqual([])
  await discount.fill('')
  await page.getByRole('button', { name: 'Save booking' }).click()
  await page.getByText('Accepted by the office').waitFor()
  const booked = await owner.unsafe<object[]>(
    `select l.quantity, l.free_of from public.booking_lines l
     join public.bookings b on b.project_id = l.project_id and b.id = l.booking_id
     where b.project_id = $1 and b.remarks = 'LINE one' order by l.line_no`,
    [DEMO_ID],
  )
  expect(booked).toEqual([
    { quantity: one.per, free_of: null },
    { quantity: 1, free_of: 1 },
    { quantity: two.per * 2, free_of: null },
  ])
  await close()
})
