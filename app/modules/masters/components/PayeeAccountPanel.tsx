import type { SubmissionResult } from '@conform-to/react'
import { z } from 'zod/mini'
import { versionField } from '~/platform/forms/fields'
import { CommandButton } from '~/ui/CommandButton'
import { Panel } from '~/ui/Panel'

interface Props {
  /** A sentence that names who confirmed the account; null when nobody did. */
  confirmed: string | null
  /** A sentence that names who entered or changed it. */
  setBy: string
  /** True when that is the reader, so that another user confirms it. */
  own: boolean
  version: number
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

const schema = z.object({ version: versionField })

/** Shows whether the account number of a payee is confirmed, with the button to confirm it. */
export function PayeeAccountPanel(props: Props) {
  const { confirmed, setBy, own, version, project, idempotencyKey, lastResult } = props
  return (
    <div className="mb-4">
      <Panel title="Account number">
        {confirmed ? (
          <p>{confirmed} A change of name or number requires a new confirmation.</p>
        ) : (
          <>
            <p className="mb-3 font-medium text-warn">
              {own
                ? 'Not confirmed. You entered or changed it: another user who edits payees or approves vouchers must confirm it.'
                : `Not confirmed. Entered or changed by ${setBy}: check it against documents of the payee before you confirm it.`}
            </p>
            {own ? null : (
              <CommandButton
                {...{ schema, version, project, idempotencyKey, lastResult }}
                intent="confirm"
              >
                Confirm account
              </CommandButton>
            )}
          </>
        )}
      </Panel>
    </div>
  )
}
