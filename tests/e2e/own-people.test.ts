import { describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server, { scripts: false })
const PEOPLE = '/project/people'

describe.each(SCRIPTS)('the people of the own project, scripts $scripts', ({ scripts }) => {
  it('are invited, changed, signed out, deactivated and restored by the Owner', async () => {
    const { page, problems, close } = await signedIn('owner@demo.test', { scripts })
    onTestFailed(() => picture(page, `own people ${scripts}`))
    const name = `Lita ${scripts}`
    const email = `lita-${scripts}@demo.test`
    const press = (button: string) =>
      page.getByRole('button', { name: button, exact: true }).last().click()
    const row = () => page.getByRole('row').filter({ hasText: email })
    const role = () => page.getByLabel(/^Role\b/)

    await page.goto('/project/people')
    await page.getByRole('link', { name: 'Invite' }).click()
    // The list has fields of these names too.
    await page.waitForURL(/people\/add$/)
    await page.getByLabel(/^Name/).fill(name)
    await page.getByLabel('E-mail').fill('owner@demo.test')
    expect(await role().locator('option').allInnerTexts()).not.toContain('Owner')
    await role().selectOption('warehouse')
    await press('Invite')
    await page.getByText('An account with this e-mail address already exists.').first().waitFor()
    expect(await page.getByLabel(/^Name/).inputValue()).toBe(name)
    await page.getByLabel('E-mail').fill(email)
    await press('Invite')
    await page.getByText(`was sent to ${email}`).waitFor()
    await page.getByText('Account not opened').waitFor()

    await role().selectOption('Agent')
    const [, manager] = await page.getByLabel('Manager').locator('option').allInnerTexts()
    await page.getByLabel('Manager').selectOption({ label: manager! })
    await press('Change role')
    await page.getByText(`${name} is Agent now.`).waitFor()
    await page.goto(`${PEOPLE}?q=${email}`)
    const cells = (await row().innerText()).replace(/\s+/g, ' ')
    for (const text of ['Agent', manager!, 'Active', 'Not registered'])
      expect(cells).toContain(text)

    await row().getByRole('link', { name }).click()
    await press('Sign out everywhere')
    await press('Sign out everywhere')
    await page.getByText(`${name} had no active session.`).waitFor()
    await press('Deactivate')
    await press('Deactivate')
    await page.getByText(`${name} is inactive.`).waitFor()
    await press('Reactivate')
    await press('Reactivate')
    await page.getByText(`${name} is active.`).waitFor()

    for (const above of ['owner@demo.test', 'general-manager@demo.test']) {
      await page.goto(`${PEOPLE}?q=${above}`)
      await page.getByRole('row').filter({ hasText: above }).getByRole('link').first().click()
      await page.getByText('The administrator changes this.').waitFor()
      expect(await page.getByRole('button', { name: /Deactivate|Change role/ }).count()).toBe(0)
    }
    expect(problems).toEqual([])
    await close()
  })
})
