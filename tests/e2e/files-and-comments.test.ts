import type { Page } from 'playwright'
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { paths } from '../../app/paths.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { pngOf } from '../support/pictures.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)
const company = demoCompany(server, 'special-access-1')
let booking: string

beforeAll(async () => {
  const { data } = await company
    .db()
    .from('bookings')
    .select('id')
    .eq('stage', 'delivered')
    .order('id')
    .limit(1)
    .single()
  booking = data!.id
})

const attach = async (page: Page, name: string, buffer: Buffer) => {
  await page.getByLabel('Add files').setInputFiles({ name, mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
}
const comments = (page: Page) => page.locator('#comments ol > li')

describe.each(SCRIPTS)('a document, scripts $scripts', ({ scripts }) => {
  it('has files and comments that another person sees, and their own author removes', async () => {
    const { page, problems, close } = await visit({ scripts })
    onTestFailed(() => picture(page, 'files and comments'))
    await enterAs(page, server, 'special access 1')
    await page.goto(paths.sales.booking(booking))
    const name = `signed ${scripts}.png`
    await attach(page, name, Buffer.from('<script>alert(1)</script>'))
    await page.getByText('Choose a PDF, or a picture').waitFor()
    // A refused form has a page of its own, which leads back.
    await attach(page, name, await pngOf(scripts ? 20 : 30, 20))
    await page.waitForURL((url) => url.pathname === paths.sales.booking(booking))
    const file = page.getByRole('link', { name })
    await file.waitFor()
    const answer = await page.request.get((await file.getAttribute('href'))!)
    expect(answer.headers()['content-type']).toBe('image/png')

    if (scripts) {
      await page.getByLabel('New comment').fill('Please check, @Karen')
      await page.getByLabel('New comment').pressSequentially(' L')
      await page.getByRole('option').first().waitFor()
      await page.getByLabel('New comment').press('Enter')
    } else {
      await page.getByLabel('New comment').fill('Please check')
      await page.getByLabel('Mention').selectOption({ label: 'Karen Lim' })
    }
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.waitForURL((url) => url.pathname === paths.sales.booking(booking))
    await comments(page).first().getByText('Please check').waitFor()
    expect(await comments(page).first().innerText()).toContain('@Karen Lim')
    await close()

    const other = await visit({ scripts })
    await enterAs(other.page, server, 'warehouse')
    await other.page.goto(paths.sales.booking(booking))
    await other.page.getByRole('link', { name }).waitFor()
    expect(await other.page.locator('#files').getByRole('button', { name: 'Remove' }).count()).toBe(
      0,
    )
    await other.close()

    const again = await visit({ scripts })
    await enterAs(again.page, server, 'special access 1')
    await again.page.goto(paths.sales.booking(booking))
    await comments(again.page).first().getByRole('button', { name: 'Remove' }).click()
    await again.page.getByRole('button', { name: 'Remove comment' }).first().click()
    await again.page.getByText('removed a comment').first().waitFor()
    await again.page
      .locator('#files')
      .getByRole('button', { name: `Remove ${name}` })
      .click()
    await again.page
      .locator('#files li', { hasText: name })
      .getByRole('button', { name: 'Remove file' })
      .click()
    await again.page.getByText('The file is removed.').waitFor()
    expect(await again.page.getByRole('link', { name }).count()).toBe(0)
    expect([...problems, ...again.problems]).toEqual([])
    await again.close()
  })
})
