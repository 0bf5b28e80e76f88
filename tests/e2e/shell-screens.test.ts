import { describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { allScreens, enterAs, screensOf, walk } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)
const seen = new Set<string>()

/** One deeper than a list of the menu or of Home: a document, a form, a part of one. */
const BELOW_A_LIST = /\/(:id(\/.*)?|add|[a-z]+-add-[a-z]+)$/

/** Between them they open everything; General Manager and ASE have screens that their menu does not name. */
const PEOPLE = [
  'admin',
  'special access 1',
  'expenses and disbursements',
  'General Manager',
  'ASE',
] as const

describe('every screen', () => {
  it.each(PEOPLE)(
    'of %s has its title, one heading, its menu entry and the way back',
    async (who) => {
      const { page, close } = await visit({ scripts: false })
      onTestFailed(() => picture(page, `screen of ${who}`))
      await enterAs(page, server, who)
      const opened = await walk(page, await screensOf(who), async ({ address }, path) => {
        expect(new URL(page.url()).pathname, address!).toBe(path)
        expect(await page.title(), address!).toMatch(/^\S.* · Kalakal$/)
        expect(await page.locator('h1').count(), address!).toBe(1)
        const menu = page.locator('aside').getByRole('navigation', { name: 'Main' })
        expect(await menu.locator('[aria-current]').count(), address!).toBe(1)
        const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link')
        if (BELOW_A_LIST.test(address!)) expect(await crumbs.count(), address!).toBeGreaterThan(0)
      })
      for (const address of opened) seen.add(address)
      await close()
    },
  )

  it('was among them', async () => {
    const all = (await allScreens()).map(({ address }) => address)
    expect(all.length).toBeGreaterThan(20)
    expect(all.filter((address) => !seen.has(address!))).toEqual([])
  })

  it('of the public ones has its title and one heading', async () => {
    const { page, close } = await visit({ scripts: false })
    for (const path of ['/', '/Login', '/reset', '/verification']) {
      await page.goto(path)
      expect(await page.title(), path).toMatch(/^\S.* · Kalakal$/)
      expect(await page.locator('h1').count(), path).toBe(1)
    }
    await close()
  })
})

describe('the menu', () => {
  it('says where one is, on a laptop and in the drawer of a phone', async () => {
    const { page, problems, close } = await visit()
    onTestFailed(() => picture(page, 'menu'))
    await enterAs(page, server, 'special access 1')
    await page.goto('/inventory/purchase-list')
    const current = (within: 'aside' | '#phone-menu') =>
      page.locator(`${within} [aria-current]`).allInnerTexts()
    expect(await current('aside')).toEqual(['Purchasing'])
    await page.setViewportSize({ width: 390, height: 780 })
    expect(await page.locator('aside').isVisible()).toBe(false)
    const drawer = page.locator('#phone-menu')
    expect(await drawer.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    expect(await current('#phone-menu')).toEqual(['Purchasing'])
    await drawer.getByRole('link', { name: 'Customers' }).click()
    await page.waitForURL(/customer-view-list$/)
    await drawer.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    expect(await current('#phone-menu')).toEqual(['Customers'])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(problems).toEqual([])
    await close()
  })
})
