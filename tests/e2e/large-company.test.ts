import { beforeAll, expect, it } from 'vitest'
import { testBrowser } from '../support/browser.ts'
import { fillCompany, MANY, nth } from '../support/large-company.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'

const server = postgresServer()
const { signedIn } = testBrowser(server)

beforeAll(() => fillCompany(server))

it.skipIf(!hasPostgres())(
  'the last customer of five thousand is found in a report filter, and stays after a reload',
  async () => {
    const { page, problems, close } = await signedIn('general-manager@demo.test')
    const filter = page.getByRole('combobox', { name: 'Customer' })
    await page.goto('/reports_ar?level=customer')
    await filter.fill(nth.customer(MANY))
    await page.getByRole('option', { name: nth.customer(MANY) }).click()
    await page.waitForURL(/customer_id=/)
    await expect.poll(() => filter.inputValue()).toBe(nth.customer(MANY))
    await page.reload()
    await expect.poll(() => filter.inputValue()).toBe(nth.customer(MANY))
    expect(problems).toEqual([])
    await close()
  },
)

it.skipIf(!hasPostgres())('the last customer and product of five thousand are booked', async () => {
  const { page, problems, close } = await signedIn('special-access-1@demo.test')
  const pick = async (label: string, name: string) => {
    const picker = page.getByRole('combobox', { name: label }).first()
    await picker.fill(name)
    await page.getByRole('option', { name }).click()
    await expect.poll(() => picker.inputValue()).toContain(name)
  }
  await page.goto('/sales/bookings/add')
  await pick('Customer', nth.customer(MANY))
  await pick('Product', nth.product(MANY))
  expect(problems).toEqual([])
  await close()
})
