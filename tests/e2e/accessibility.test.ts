import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { darkLook, everyLook, findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)

async function person(own = false) {
  const made = await visit({ own })
  // Colors in the middle of a transition are nobody's.
  await made.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return made
}

describe('axe has nothing serious to say about what opens over the screens, and is shown without them', () => {
  const shown = (page: Page) => page.locator('dialog:visible')

  it('the palette, with and without an answer', async () => {
    const { page, close } = await person()
    onTestFailed(() => picture(page, 'axe palette'))
    await enterAs(page, server, 'special access 1')
    await page.goto('/home')
    await page.getByRole('button', { name: /^Search screens and documents/ }).click()
    await page.getByRole('option').first().waitFor()
    const all = await everyLook(page, 'palette')
    await page.getByPlaceholder('Search screens, names and document numbers').fill('no such screen')
    await page.getByText('No results').waitFor()
    expect([...all, ...(await everyLook(page, 'empty palette'))]).toEqual([])
    await close()
  })

  it('the menu on a phone, the question before signing out, the name', async () => {
    const { page, close } = await person()
    onTestFailed(() => picture(page, 'axe menu'))
    await enterAs(page, server, 'sales admin')
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Change name' }).first().click()
    const all = await everyLook(page, 'change name')
    await shown(page).getByRole('button', { name: 'Close' }).click()
    await page.setViewportSize({ width: 390, height: 780 })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    all.push(...(await findings(page)), ...(await darkLook(page)))
    await page.locator('#phone-menu').getByRole('button', { name: 'Signout' }).click()
    await shown(page).getByText('Are you sure to logout?').waitFor()
    all.push(...(await findings(page)), ...(await darkLook(page)))
    expect(all).toEqual([])
    await close()
  })

  it('a refused form, the notice of a new version, a page of failure', async () => {
    const { page, close } = await person()
    onTestFailed(() => picture(page, 'axe refused'))
    await enterAs(page, server, 'sales admin')
    await page.goto('/admin-users')
    const all = await everyLook(page, '403')
    let checks = 0
    await page.route('**/version.json', (route) => {
      checks++
      return route.fulfill({ json: { version: '99' } })
    })
    await page.goto('/inventory/product-list/product-add-product')
    // The page loads itself again for the new version, and asks once more.
    await expect.poll(() => checks).toBe(2)
    await page.reload()
    await page.getByText('A new version of Kalakal is available.').waitFor()
    await page.getByRole('button', { name: 'Add product' }).click()
    await page.getByText('Enter a product name.').first().waitFor()
    all.push(...(await everyLook(page, 'refused')))
    expect(all).toEqual([])
    await close()
  })

  it('the sign-in screen with its refusal, its welcome and its gate; reset and verification', async () => {
    const { page, close } = await person(true)
    onTestFailed(() => picture(page, 'axe sign-in'))
    const all: string[] = []
    for (const path of ['/', '/reset', '/verification']) {
      await page.goto(path)
      all.push(...(await everyLook(page, path)))
    }
    await page.goto('/')
    const send = async (password: string) => {
      await page.getByLabel('Email').fill('owner@demo.test')
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Log in' }).click()
    }
    await send('wrong')
    await page.getByRole('alert').waitFor()
    all.push(...(await everyLook(page, 'refused sign-in')))
    // Timers and animations stop here, so that messages stay on the page.
    await page.addInitScript(() => {
      const { setTimeout } = window
      window.setTimeout = ((callback: () => void, ms = 0) =>
        ms < 150 ? setTimeout(callback, ms) : 0) as typeof setTimeout
    })
    await page.goto('/')
    // The gate waits for this answer.
    let look = () => {}
    const looked = new Promise<void>((resolve) => {
      look = resolve
    })
    await page.route('**/version.json', async (route) => {
      await looked
      await route.continue()
    })
    await send('Kalakal-demo-2026')
    await page.getByText('SIGNING IN....').waitFor()
    all.push(...(await findings(page)), ...(await darkLook(page)))
    look()
    await page.getByRole('dialog', { name: 'Login Successfully!' }).waitFor()
    all.push(...(await findings(page)), ...(await darkLook(page)))
    expect(all).toEqual([])
    await close()
  })
})
