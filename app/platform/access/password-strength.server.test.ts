import { describe, expect, it } from 'vitest'
import { commonPassword } from './password-strength.server.ts'

const juan = ['juan.delacruz@visayas-trading.ph', 'Juan Dela Cruz']
const refusal = (password: string) => commonPassword(password, juan)

describe('commonPassword', () => {
  it('takes what nobody guesses', () => {
    for (const good of [
      'tatlong-manok-sa-bukid',
      'correct horse battery staple',
      'Correct-horse-77',
      'uV9#kq2LwZ!x7Rt',
      'bigas at asukal sa bodega',
    ])
      expect(refusal(good), good).toBeNull()
  })

  it('refuses what everybody tries first, and says why and what to do', () => {
    for (const [common, reason] of [
      ['password1234', 'too common'],
      ['P@ssw0rd2026!', 'too common'],
      ['mahalkita1234', 'too common'],
      ['administrator1', 'too common'],
      ['123456789012', 'too common'],
      ['aaaaaaaaaaaa', 'repeats itself'],
      ['passwordpassword', 'repeats itself'],
      ['abcdefghijklm', 'simple sequence'],
    ] as const) {
      expect(refusal(common), common).toContain(reason)
      expect(refusal(common), common).toContain('Try three or four words')
    }
  })

  it("refuses what is made of the owner's name, email, company or the product's name", () => {
    for (const own of [
      'Juan-Dela-Cruz-1985',
      'juandelacruz2026',
      'Visayas.Trading.88',
      'Kalakal-2026-Kalakal',
      'juan.delacruz@visayas-trading.ph',
      'CruzKalakal2026!',
    ])
      expect(refusal(own), own).toContain('your own name or e-mail address')
    // The same words are allowed for another user, and together with enough other characters.
    expect(commonPassword('Visayas.Trading.88', [])).toBeNull()
    expect(refusal('juan eats seven mangoes')).toBeNull()
  })

  it('works without hints and with hints of any letters', () => {
    expect(commonPassword('tatlong-manok-sa-bukid', [])).toBeNull()
    expect(commonPassword('Señora-Peña-2026', ['Señora Peña', '(.*)+$'])).toContain('your own name')
  })
})
