import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)

/** The page's scripts have taken over. */
const ready = (page: Page) => page.waitForFunction(() => localStorage.getItem('version') !== null)

describe('the menu', () => {
  it('says where one is, on a laptop and in the drawer of a phone', async () => {
    const { page, problems, close } = await visit()
    onTestFailed(() => picture(page, 'menu'))
    await enterAs(page, server, 'special access 1')
    await page.goto('/inventory/purchase-list')
    const current = (within: 'aside' | '#phone-menu') =>
      page.locator(`${within} [aria-current]`).allInnerTexts()
    expect(await current('aside')).toEqual(['Purchasing', 'Purchases'])
    // A document belongs to the list above it.
    await page.locator('tbody a').first().click()
    await page.waitForURL(/purchase-list\/[0-9a-f-]+/)
    expect(await current('aside')).toEqual(['Purchasing', 'Purchases'])
    await page.setViewportSize({ width: 390, height: 780 })
    expect(await page.locator('aside.menu-frame').isVisible()).toBe(false)
    const drawer = page.locator('#phone-menu')
    expect(await drawer.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    expect(await current('#phone-menu')).toEqual(['Purchasing', 'Purchases'])
    await drawer.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.waitForURL(/customer-view-list$/)
    await drawer.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    expect(await current('#phone-menu')).toEqual(['Customers', 'Customers'])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(problems).toEqual([])
    await close()
  })
})

describe('the screens below an entry of the menu', () => {
  it('open by the keyboard, without leaving the page', async () => {
    const { page, problems, close } = await visit()
    onTestFailed(() => picture(page, 'menu keyboard'))
    await enterAs(page, server, 'special access 1')
    await page.goto('/home')
    await ready(page)
    const menu = page.locator('aside')
    const deposits = menu.getByRole('link', { name: 'Deposits' })
    expect(await deposits.isVisible()).toBe(false)
    await menu.getByRole('link', { name: 'Treasury' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await deposits.waitFor()
    expect(new URL(page.url()).pathname).toBe('/home')
    const isThere = () => deposits.evaluate((link) => link === document.activeElement)
    // Each entry is one stop of the Tab key, and the menu has some before this one.
    for (let stops = 0; stops < 12 && !(await isThere()); stops++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/treasury\/deposits$/)
    await page.waitForFunction(
      () => document.querySelectorAll('aside [aria-current]')[1]?.textContent === 'Deposits',
    )
    expect(await menu.locator('[aria-current]').allInnerTexts()).toEqual(['Treasury', 'Deposits'])
    expect(problems).toEqual([])
    await close()
  })

  it('stand in groups for the General Manager, the one of the page open, without scripts too', async () => {
    const { page, close } = await visit({ scripts: false, drawn: true })
    onTestFailed(() => picture(page, 'menu groups'))
    await enterAs(page, server, 'General Manager')
    await page.goto('/home')
    const menu = page.locator('aside')
    const groups = ['Sales', 'Stock', 'Customers', 'Treasury', 'Expenses', 'Reports', 'Control']
    const shown = () => menu.locator('summary:visible').allInnerTexts()
    // The entry's own summary has an icon only.
    expect((await shown()).map((text) => text.trim())).toEqual(['', ...groups])
    expect(await menu.getByRole('link', { name: 'Audit trail' }).isVisible()).toBe(false)
    await menu.locator('summary', { hasText: 'Control' }).click()
    await menu.getByRole('link', { name: 'Audit trail' }).click()
    await page.waitForURL(/\/audit$/)
    expect(await menu.locator('[aria-current]').allInnerTexts()).toEqual([
      'Tracking & Reports',
      'Audit trail',
    ])
    expect(await menu.getByRole('link', { name: 'Verify books' }).isVisible()).toBe(true)
    expect(await menu.getByRole('link', { name: 'Vouchers' }).isVisible()).toBe(false)
    await close()
  })
})
