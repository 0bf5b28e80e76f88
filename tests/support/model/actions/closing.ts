import { addDays } from '../../../../app/platform/values/dates.ts'
import { action, blank, type ModelAction } from '../action.ts'

interface Closing {
  p_through: string | null
  p_reason: string
}

export const closingActions: Record<string, ModelAction> = {
  close_period: action<Closing>({
    needs: 'periods.close',
    often: 5,
    choose: (company, dice) => ({
      p_through: dice.chance(0.04) ? null : addDays(company.today, -dice.nat(5)),
      p_reason: dice.reason(),
    }),
    judge: ({ books, today }, { p_through, p_reason }) => [
      blank(p_reason) && 'invalid',
      (p_through === null || p_through >= today || p_through <= (books.project.closed ?? '')) &&
        'invalid',
    ],
    done({ books }, { p_through }) {
      books.project.closed = p_through
    },
  }),

  reopen_period: action<Closing>({
    needs: 'periods.close',
    often: 5,
    choose: (company, dice) => ({
      p_through: dice.chance(0.4) ? null : addDays(company.today, -dice.upTo(6)),
      p_reason: dice.reason(),
    }),
    judge({ books }, { p_through, p_reason }) {
      const { closed } = books.project
      return [
        blank(p_reason) && 'invalid',
        closed === null && 'wrong_state',
        closed !== null && p_through !== null && p_through >= closed && 'invalid',
      ]
    },
    done({ books }, { p_through }) {
      books.project.closed = p_through
    },
  }),
}
