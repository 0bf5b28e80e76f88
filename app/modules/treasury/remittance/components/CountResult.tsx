import { type Sums, varianceOf, varianceWord } from '~/platform/values/cash-count'
import { type Money as Amount, addMoney, formatMoney } from '~/platform/values/money'
import { Details } from '~/ui/Details'
import { Money } from '~/ui/Figures'

interface Props {
  sums: Sums
  counted: Amount
  currency: string
}

/** Compares the expected cash of the selected receipts with the count while it is typed. */
export function CountResult({ sums, counted, currency }: Props) {
  const all = addMoney(sums.cash, sums.cheques, sums.others)
  return (
    <>
      <p className="scriptless-only p-4 text-muted">
        The cash is compared with the receipts when you receive it.
      </p>
      <div className="scripted-only p-4">
        <Details
          layout="rows"
          items={[
            ['Cash counted', <Money key="counted" value={counted} />],
            ['Cash receipts', <Money key="cash" value={sums.cash} />],
            ['Cheques', <Money key="cheques" value={sums.cheques} />],
            ...(sums.others === '0.00'
              ? []
              : [
                  [
                    'Transfers, withholding tax',
                    <Money key="others" value={sums.others} />,
                  ] as const,
                ]),
            [
              'Total receipts',
              <strong key="all">
                <Money value={all} currency={currency} />
              </strong>,
            ],
          ]}
        />
        <Comparison expected={sums.cash} counted={counted} />
      </div>
    </>
  )
}

function Comparison({ expected, counted }: { expected: Amount; counted: Amount }) {
  const variance = varianceOf(expected, counted)
  const word = varianceWord(variance)
  const begun = counted !== '0.00'
  return (
    <p
      role="status"
      className={
        word && begun
          ? 'mt-3 rounded-md bg-warn-soft px-3 py-2 font-medium text-warn'
          : 'mt-3 rounded-md bg-sunken px-3 py-2 text-muted'
      }
    >
      {word && !begun ? 'Enter cash count.' : null}
      {word && begun ? `${word} by ${formatMoney(variance.replace('-', '') as Amount)}.` : null}
      {word ? null : 'The cash equals the receipts.'}
    </p>
  )
}
