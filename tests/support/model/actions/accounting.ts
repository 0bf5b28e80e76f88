import { action, blank, type ModelAction } from '../action.ts'

/** Default codes of some accounts. */
const DEFAULTS: Record<string, string> = {
  receivables: '1100',
  inventory: '1200',
  sales: '4010',
  cost_of_sales: '5010',
}

export const accountingActions: Record<string, ModelAction> = {
  save_account: action<{
    p_account: string
    p_version: number
    p_values: { code: string; name: string }
  }>({
    needs: 'accounts.write',
    often: 1,
    choose({ books }, dice) {
      const p_account = dice.chance(0.05) ? 'nothing' : dice.one(Object.keys(DEFAULTS))
      const now = books.accounts[p_account]?.version ?? 0
      return {
        p_account,
        p_version: dice.chance(0.9) ? now : now + 7,
        p_values: {
          code: dice.one([...Object.values(DEFAULTS), '1-100', 'A 7', '=1']),
          name: dice.chance(0.05) ? ' ' : dice.no('Account'),
        },
      }
    },
    judge({ books }, { p_account, p_version, p_values: { code, name } }) {
      const taken = Object.keys(DEFAULTS).some(
        (key) => key !== p_account && code === (books.accounts[key]?.code ?? DEFAULTS[key]),
      )
      return [
        !(p_account in DEFAULTS) && 'not_found',
        (blank(name) || code === '=1') && 'invalid',
        taken && 'duplicate',
        p_version !== (books.accounts[p_account]?.version ?? 0) && 'stale_version',
      ]
    },
    done({ books }, { p_account, p_version, p_values }) {
      books.accounts[p_account] = { ...p_values, version: p_version + 1 }
    },
  }),
}
