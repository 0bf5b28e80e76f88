import type { Locator } from 'playwright'
import { afterEach, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser, type Visit } from '../support/browser.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
let visit: Visit

beforeAll(async () => {
  visit = await signedIn('finance-admin@demo.test')
}, 60_000)

afterEach(() => {
  expect(visit.problems.splice(0)).toEqual([])
})

/** What a person reads there. */
const text = async (place: Locator) => (await place.allInnerTexts()).join(' ').replace(/\s+/g, ' ')
const main = () => text(visit.page.locator('main'))
const press = (name: string | RegExp) =>
  visit.page.getByRole('button', { name, exact: true }).first().click()

describe('customers', () => {
  it('go to another agent, two at once: what goes along is shown before, the history after', async () => {
    const { page } = visit
    onTestFailed(() => picture(page, 'transfer'))
    await page.goto('/customers/transfers/add')
    await press('Preview those ticked')
    await page.getByText('Choose at least one customer.').waitFor()
    await page.getByLabel('Aling Nena Cruz').check()
    await page.getByLabel('Bernardo Lopez').check()
    await press('Preview those ticked')
    const preview = page.getByRole('table', { name: 'What goes along' })
    await preview.waitFor()
    const shown = await text(preview)
    expect(shown).toMatch(/Aling Nena Cruz.*Jun Mercado.* 1,272\.25 1 1,781\.00/)
    expect(shown).toMatch(/Together.*1,272\.25 2 8,516\.00/)
    // The agent whose they are is no choice.
    const agents = page.getByLabel('New agent')
    expect(await agents.locator('option').allInnerTexts()).not.toContain('Jun Mercado')
    await agents.selectOption('Cherry Domingo')
    await page.getByLabel('Effective').fill('2999-01-01')
    await page.getByLabel('Reason').fill('A new route through Marikina')
    await press('Transfer 2 customers')
    await page.getByText('A transfer takes effect at once: enter today').waitFor()
    expect(await page.getByLabel('Reason').inputValue()).toBe('A new route through Marikina')
    // Whatever today is in Manila, it is what the form began with.
    await page.goto('/customers/transfers/add?q=marikina')
    await page.getByLabel('Aling Nena Cruz').check()
    await page.getByLabel('Bernardo Lopez').check()
    await press('Preview those ticked')
    await agents.selectOption('Cherry Domingo')
    await page.getByLabel('Reason').fill('A new route through Marikina')
    await press('Transfer 2 customers')
    await page.getByText('2 customers are transferred, 2 pending bookings too.').waitFor()
    const history = await text(page.getByRole('table', { name: 'Transfers' }))
    expect(history).toMatch(
      /Aling Nena Cruz [\d/]+ Jun Mercado Cherry Domingo A new route through Marikina Marites Reyes/,
    )
    await page.goto('/customers/transfers?q=bernardo')
    await page.getByText('1 row', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Bernardo Lopez' }).click()
    await page.getByRole('heading', { name: 'Agents' }).waitFor()
    expect(await main()).toMatch(/Agent Cherry Domingo/)
    // Only what was pending went along.
    const sold = async (agent: string) => {
      await page.goto('/sales/bookings?q=Bernardo')
      return (await text(page.getByRole('table', { name: 'Bookings' }))).split(agent).length - 1
    }
    expect(await sold('Cherry Domingo')).toBe(1)
    expect(await sold('Jun Mercado')).toBeGreaterThan(0)
  })
})
