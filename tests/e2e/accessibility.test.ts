import axe from 'axe-core'
import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { enterAs, screensOf, WEB_PEOPLE, walk } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)

const LAPTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 780 }
/** The rules whose answer depends on light and dark. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe finds that keeps people out: rule, place and what is wrong, one line each. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // Put in by the debugger, which the page's own policy does not concern.
  await page.evaluate(`window.axe || (() => { ${axe.source} })()`)
  const results = await page.evaluate(
    (values) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        ...(values ? { runOnly: { type: 'rule', values } } : {}),
      }),
    rules,
  )
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`))
}

/**
 * The page as it stands, light on a laptop and dark on a phone: no colour and no layout belongs to one
 * of the two others alone.
 */
async function everyLook(page: Page, where: string): Promise<string[]> {
  const all: string[] = []
  const look = async (name: string) => {
    for (const found of await findings(page)) all.push(`${where}, ${name}: ${found}`)
  }
  await page.setViewportSize(LAPTOP)
  await look('laptop')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(PHONE)
  await look('phone, dark')
  await page.emulateMedia({ colorScheme: 'light' })
  return all
}

/** Of rows and list items that are made alike, one stays: the others would only repeat its findings. */
const thinOut = (page: Page) =>
  page.evaluate(() => {
    for (const list of document.querySelectorAll('main tbody, main ul, main select')) {
      const kinds = new Set<string>()
      for (const row of [...list.children]) {
        const parts = [row, ...row.querySelectorAll('*')]
        const kind = parts.map((part) => `${part.tagName} ${part.getAttribute('class')}`).join()
        if (kinds.has(kind)) row.remove()
        kinds.add(kind)
      }
    }
  })

/** What a part of the page is made of; two of the same parts have the same findings. */
const partsOf = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const parts = [...document.querySelectorAll(selector)].map(
      (element) =>
        `${element.tagName} ${element.getAttribute('class')} ${element.getAttributeNames()}`,
    )
    return [...new Set(parts)].sort().join('\n')
  }, within)

async function person() {
  const made = await visit()
  // Colours in the middle of a transition are nobody's.
  await made.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return made
}

describe('axe has nothing serious to say about the screens', () => {
  const seen = new Set<string>()
  const looked = new Set<string>()

  it.each(WEB_PEOPLE)('of %s', async (who) => {
    const { page, close } = await person()
    await enterAs(page, server, who)
    const all: string[] = []
    await walk(page, await screensOf(who), async ({ address }, path) => {
      await page.setViewportSize(LAPTOP)
      await thinOut(page)
      const frame = `${who} ${await partsOf(page, 'body :not(main, main *)')}`
      const parts = `${address} ${await partsOf(page, 'main *')}`
      if (!seen.has(address!)) all.push(...(await everyLook(page, path)))
      else if (!looked.has(parts) || !looked.has(frame))
        all.push(...(await findings(page)).map((found) => `${path}: ${found}`))
      seen.add(address!)
      looked.add(parts).add(frame)
    })
    expect(all).toEqual([])
    await close()
  })
})

describe('nor about what opens over them, and what is shown without them', () => {
  const shown = (page: Page) => page.locator('dialog:visible')

  it('the palette, with and without an answer', async () => {
    const { page, close } = await person()
    onTestFailed(() => picture(page, 'axe palette'))
    await enterAs(page, server, 'special access 1')
    await page.goto('/home')
    await page.getByRole('button', { name: 'Go to a screen' }).click()
    await page.getByRole('option').first().waitFor()
    const all = await everyLook(page, 'palette')
    await page.getByPlaceholder('Go to…').fill('no such screen')
    await page.getByText('Nothing matches').waitFor()
    expect([...all, ...(await everyLook(page, 'empty palette'))]).toEqual([])
    await close()
  })

  it('the menu on a phone, the question before signing out, the name', async () => {
    const { page, close } = await person()
    onTestFailed(() => picture(page, 'axe menu'))
    await enterAs(page, server, 'sales admin')
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Change Name' }).first().click()
    const all = await everyLook(page, 'change name')
    await shown(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    all.push(...(await findings(page)), ...(await dark(page)))
    await page.locator('#phone-menu').getByRole('button', { name: 'Signout' }).click()
    await shown(page).getByText('Are you sure to logout?').waitFor()
    all.push(...(await findings(page)), ...(await dark(page)))
    expect(all).toEqual([])
    await close()
  })

  it('a refused form, the notice of a new version, a page of failure', async () => {
    const { page, close } = await person()
    onTestFailed(() => picture(page, 'axe refused'))
    await enterAs(page, server, 'sales admin')
    await page.goto('/admin-users')
    const all = await everyLook(page, '403')
    await page.route('**/version.json', (route) => route.fulfill({ json: { version: '99' } }))
    await page.goto('/inventory/product-list/product-add-product')
    await page.reload()
    await page.getByText('A new version of Kalakal is ready.').waitFor()
    await page.getByRole('button', { name: 'Add product' }).click()
    await page.getByText('Enter a description.').first().waitFor()
    all.push(...(await everyLook(page, 'refused')))
    expect(all).toEqual([])
    await close()
  })

  it('the sign-in screen with its refusal, its welcome and its gate; reset and verification', async () => {
    const { page, close } = await person()
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
    // From here nothing goes on by itself, so that what passes by can be looked at.
    await page.addInitScript(() => {
      const { setTimeout } = window
      window.setTimeout = ((act: () => void, ms = 0) =>
        ms < 300 ? setTimeout(act, ms) : 0) as typeof setTimeout
    })
    await page.goto('/')
    await send('Kalakal-demo-2026')
    await page.getByText('Login Successfully!').waitFor()
    all.push(...(await findings(page)), ...(await dark(page)))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('SIGNING IN....').waitFor()
    all.push(...(await findings(page)), ...(await dark(page)))
    expect(all).toEqual([])
    await close()
  })

  async function dark(page: Page): Promise<string[]> {
    await page.emulateMedia({ colorScheme: 'dark' })
    const found = await findings(page, COLOURS)
    await page.emulateMedia({ colorScheme: 'light' })
    return found
  }
})
