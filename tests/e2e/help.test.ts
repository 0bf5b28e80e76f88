import { expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)

it('? shows the keys and terms of the page over it, and types itself into a field', async () => {
  const { page, problems, close } = await signedIn('invoice-admin@demo.test')
  onTestFailed(() => picture(page, 'help'))
  await page.goto('/memos')
  const search = page.getByRole('searchbox').first()
  await search.press('?')
  expect(await search.inputValue()).toBe('?')
  const help = page.getByRole('dialog', { name: 'Help' })
  expect(await help.count()).toBe(0)
  await search.fill('')
  await search.evaluate((field) => (field as HTMLElement).blur())
  await page.keyboard.press('?')
  await help.getByRole('heading', { name: 'Terms' }).waitFor()
  const said = await help.innerText()
  expect(said).toContain('finds any screen or document')
  // The terms of the page are open, those of other pages closed.
  const opened = help.locator('details[open] > summary')
  expect(await opened.allInnerTexts()).toEqual([
    'Receivables and collections',
    'Sales and customers',
  ])
  expect(said).toContain('Credit memo')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/memos')
  expect(problems).toEqual([])
  await close()
})

it('help is a page where no scripts run', async () => {
  const { page, close } = await signedIn('invoice-admin@demo.test', { scripts: false, drawn: true })
  await page.goto('/memos')
  await page.locator('summary', { hasText: 'Karen Lim' }).click()
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await page.getByRole('heading', { name: 'Help' }).waitFor()
  expect(await page.locator('main details[open] > summary').count()).toBe(2)
  await close()
})
