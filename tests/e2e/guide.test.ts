import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)

describe.each(SCRIPTS)('the questions about a new project, scripts $scripts', ({ scripts }) => {
  it('are asked once, keep what was typed, and are changed in the settings later', async () => {
    const { page, problems, close } = await signedIn('admin@demo.test', { scripts })
    onTestFailed(() => picture(page, `guide ${scripts}`))
    const main = page.locator('main')
    const tag = randomUUID().slice(0, 4)
    const name = `Guided ${tag}`
    await page.goto('/admin-projects/add')
    await page.getByLabel('Project name').fill(name)
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.waitForURL(/\/admin-projects\/[0-9a-f-]{36}\/guide$/)
    const guide = new URL(page.url()).pathname
    for (const question of [
      'Who does the work?',
      'Does the company charge VAT?',
      'With which numbers do documents begin?',
      'Who owns customers that no agent visits?',
      'Who works first?',
    ])
      await page.getByRole('heading', { name: question }).waitFor()
    expect((await main.innerText()).match(/Changed later in: /g)).toHaveLength(5)

    await page.getByLabel('Not registered').check()
    await page.getByLabel('Next SO no.').fill('4001')
    await page.getByLabel('A house account').uncheck()
    await page.getByLabel(/^Name/).fill('')
    await page.getByRole('button', { name: 'Save and make the link' }).click()
    await page.getByText('Enter a name.').first().waitFor()
    expect(await page.getByLabel('Next SO no.').inputValue()).toBe('4001')
    expect(await page.getByLabel('Not registered').isChecked()).toBe(true)

    await page.getByLabel(/^Name/).fill('Olivia Reyes')
    await page.getByLabel('User name or e-mail').fill(`olivia-${tag}`)
    await page.getByRole('button', { name: 'Save and make the link' }).click()
    await page.getByRole('heading', { name: `${name} is ready` }).waitFor()
    expect(await page.getByLabel(/^Send this link/).inputValue()).toMatch(
      /\/invitation\?token=[0-9a-f]{64}$/,
    )
    await page.goto(guide)
    await page.getByText('What it decided is changed in its settings.').waitFor()
    expect(await page.getByRole('button', { name: 'Save and make the link' }).count()).toBe(0)
    await main.getByRole('link', { name: 'Settings' }).click()
    const section = (name: string) => main.getByRole('link', { name, exact: true }).click()
    await section('Numbering')
    await page.getByLabel('Next SO no.').waitFor()
    expect(await page.getByLabel('Next SO no.').inputValue()).toBe('4001')
    await section('Tax papers')
    await page.getByLabel('Registered for VAT').waitFor()
    expect(await page.getByLabel('Registered for VAT').isChecked()).toBe(false)
    await section('Invoices')
    await page.getByLabel('VAT rate (%)').waitFor()
    expect(await page.getByLabel('VAT rate (%)').inputValue()).toMatch(/^0(\.00)?$/)
    expect(problems).toEqual([])
    await close()
  })
})
