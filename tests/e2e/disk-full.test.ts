import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { enterAs } from '../support/screens.ts'
import { embeddedServer } from '../support/server.ts'

const { bavail, bsize } = statfsSync(tmpdir())
/** Twice what is free: below its reserve, not yet full. */
const server = embeddedServer({
  DISK_RESERVE_MIB: String(Math.floor((2 * bavail * bsize) / (1024 * 1024))),
})
const { visit } = testBrowser(server)

describe.each(SCRIPTS)(
  'a server below its reserve of free space, scripts $scripts',
  ({ scripts }) => {
    it('says so on every page, shows everything, and keeps what was typed', async () => {
      const { page, close } = await visit({ scripts })
      onTestFailed(() => picture(page, `disk full ${scripts}`))
      await enterAs(page, server, 'expenses and disbursements', true)
      const banner = page.getByRole('status').filter({ hasText: 'The server disk is nearly full' })
      for (const path of [
        '/home',
        '/treasury/masters/payees',
        '/expenses/expenses-list/expenses-view-list',
      ]) {
        expect((await page.goto(path))?.status()).toBe(200)
        await banner.waitFor()
        expect(await banner.textContent()).toContain('nothing can be saved')
      }
      await page.goto('/treasury/masters/payees/add')
      const name = page.getByLabel('First name').or(page.locator('[name="fname"]')).first()
      await name.fill('Typed in vain')
      await page
        .getByRole('button', { name: /save|add/i })
        .last()
        .click()
      await page.getByText('so nothing can be saved now').first().waitFor()
      expect(await page.locator('[name="fname"]').inputValue()).toBe('Typed in vain')
      await page.goto('/treasury/masters/payees?q=Typed+in+vain')
      expect(await page.getByRole('link', { name: 'Typed in vain' }).count()).toBe(0)
      await close()
    })
  },
)
