import { describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { pngOf } from '../support/pictures.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server, { scripts: false })

async function asOwner(scripts: boolean, what: string) {
  const made = await signedIn('owner@demo.test', { scripts })
  onTestFailed(() => picture(made.page, `own project ${what} ${scripts}`))
  return made
}

describe.each(SCRIPTS)('the settings of the own project, scripts $scripts', ({ scripts }) => {
  it('are changed by section, except the sections of the administrator', async () => {
    const { page, problems, close } = await asOwner(scripts, 'settings')
    await page.goto('/project/settings')
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click()
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).last().click()

    expect(await page.getByLabel('Project name').count()).toBe(0)
    await page.getByLabel("Owner's e-mail").fill('no address')
    await page.getByLabel('TIN and contact line').fill(`TIN ${scripts}`)
    await save()
    await page.getByText('Enter an e-mail address such as ana@example.com.').first().waitFor()
    expect(await page.getByLabel('TIN and contact line').inputValue()).toBe(`TIN ${scripts}`)
    await page.getByLabel("Owner's e-mail").fill('')
    await save()
    await page.getByText('Details: saved.').waitFor()
    expect(await page.getByLabel('TIN and contact line').inputValue()).toBe(`TIN ${scripts}`)

    await tab('Categories')
    await page.getByLabel('Category 3').fill(`Retail\nExport ${scripts}`)
    await save()
    await page.getByText('Categories: saved.').waitFor()
    await tab('Credit')
    await page.getByLabel('Price floor (% of current SRP)').fill('66.5')
    await save()
    await page.getByText('Credit: saved.').waitFor()
    await tab('Numbering')
    expect(await page.getByLabel('Next SO no.').getAttribute('readonly')).not.toBeNull()

    for (const section of ['Region', 'Separation of duties']) {
      await tab(section)
      await page.getByText('The administrator changes this.').waitFor()
      expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    }

    await tab('Logos')
    const part = page.getByRole('region', { name: 'Logo of the screens' })
    await part
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await pngOf(300, 90) })
    await part.getByRole('button', { name: /^(Replace|Save) logo$/ }).click()
    await page.getByText('The logo is saved.').waitFor()
    await part.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByText('The logo is removed.').waitFor()
    await part.getByText('No logo').waitFor()
    expect(problems).toEqual([])
    await close()
  })
})
