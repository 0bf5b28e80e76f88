import { paths } from '~/paths'
import { ownResult } from '~/platform/forms/own-result'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { SubmitButton } from '~/ui/SubmitButton'
import { chequeDaySchema, clearIssuedSchema } from '../schema'
import { type ChequeFormProps, Hidden } from './cheque-form'
import { ReplaceDialog, VoidDialog } from './NextCheque'

interface Props extends ChequeFormProps {
  mayWrite: boolean
  mayClear: boolean
  /**
   * True when six months have passed since the cheque's date, so that it can be marked as stale.
   */
  isOld: boolean
}

type Act = 'print' | 'release' | 'clear' | 'replace' | 'stale' | 'void'

/** Returns the acts that the state of a cheque and the reader's permissions allow, the next one first. */
function actsOf({
  cheque,
  mayWrite,
  mayClear,
  isOld,
}: Omit<Props, keyof ChequeFormProps> & Pick<Props, 'cheque'>): Act[] {
  const { state, voucher, now } = cheque
  const held = state === 'unused' || state === 'printed'
  const onPaper = voucher?.status === 'printed' || voucher?.status === 'released'
  const ended = state === 'void' || state === 'stale'
  const acts: [Act, boolean][] = [
    ['print', state === 'unused' && onPaper],
    ['release', mayWrite && held && voucher?.status === 'released'],
    ['clear', mayClear && state === 'released'],
    ['replace', mayWrite && ended && Boolean(voucher) && voucher?.status !== 'cancelled' && !now],
    ['print', state === 'printed' && onPaper],
    ['stale', mayClear && state === 'released' && isOld],
    ['void', mayWrite && (held || state === 'released')],
  ]
  return acts.flatMap(([act, allowed]) => (allowed ? [act] : []))
}

/** Returns the act that comes next for a cheque, and the further ones; what voids it is always one of these. */
export function chequeActs(props: Props) {
  const acts = actsOf(props)
  const shown = (all: Act[]) =>
    all.map((act) => <ActButton key={`${act}-${props.cheque.version}`} act={act} {...props} />)
  const first = acts[0] === 'void' ? 0 : 1
  return { next: shown(acts.slice(0, first)), further: shown(acts.slice(first)) }
}

function ActButton({ act, mayWrite, mayClear, isOld, ...props }: Props & { act: Act }) {
  const { cheque } = props
  if (act === 'release') return <Release {...props} />
  if (act === 'clear') return <Clear {...props} />
  if (act === 'replace') return <ReplaceDialog {...props} />
  if (act === 'stale') return <Stale {...props} />
  if (act === 'void') return <VoidDialog {...props} />
  return (
    <LinkButton
      to={paths.expenses.chequePrint(cheque.id)}
      variant={cheque.state === 'unused' ? 'primary' : 'secondary'}
    >
      {cheque.state === 'unused' ? 'Print cheque' : 'The print'}
    </LinkButton>
  )
}

function Release(props: ChequeFormProps) {
  const { cheque, project, idempotencyKeys, today } = props
  const lastResult = ownResult(props.lastResult, 'release')
  const [form, fields] = useCommandForm({
    id: 'release-cheque',
    schema: chequeDaySchema,
    lastResult,
    defaultValue: { date: today },
  })
  return (
    <ConfirmDialog
      trigger="Release"
      triggerVariant="primary"
      title={`Release cheque ${cheque.no}`}
      body="Released to the payee in place of the previous cheque."
      open={lastResult?.status === 'error'}
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKeys.release}>
          <Hidden intent="release" version={cheque.version} />
          {body}
          <PostingDateField field={fields.date} label="Release date" />
          <FormActions>
            <SubmitButton>Release cheque</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}

function Clear(props: ChequeFormProps) {
  const { cheque, project, idempotencyKeys, today } = props
  const lastResult = ownResult(props.lastResult, 'clear')
  const [form, fields] = useCommandForm({
    id: 'clear-cheque',
    schema: clearIssuedSchema,
    lastResult,
    defaultValue: { cleared_on: today },
  })
  return (
    <ConfirmDialog
      trigger="Cleared"
      triggerVariant="primary"
      title={`Cheque ${cheque.no} cleared`}
      body="According to the bank statement."
      open={lastResult?.status === 'error'}
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKeys.clear}>
          <input type="hidden" name="intent" value="clear" />
          <input type="hidden" name="cheques" value={`${cheque.id}:${cheque.version}`} />
          {body}
          <PostingDateField field={fields.cleared_on} label="Cleared on" />
          <FormActions>
            <SubmitButton>Mark cleared</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}

function Stale(props: ChequeFormProps) {
  const { cheque, project, idempotencyKeys, today } = props
  const lastResult = ownResult(props.lastResult, 'stale')
  const [form, fields] = useCommandForm({
    id: 'stale-cheque',
    schema: chequeDaySchema,
    lastResult,
    defaultValue: { date: today },
  })
  return (
    <ConfirmDialog
      trigger="Stale"
      title={`Cheque ${cheque.no} is stale-dated`}
      body="Not presented within six months. The voucher can get another cheque."
      open={lastResult?.status === 'error'}
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKeys.stale}>
          <Hidden intent="stale" version={cheque.version} />
          {body}
          <PostingDateField field={fields.date} label="Date" />
          <FormActions>
            <SubmitButton variant="danger">Mark stale-dated</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}
