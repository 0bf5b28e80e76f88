import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { TextField } from '~/ui/TextField'
import { SECTION_SCHEMAS } from '../schema'
import { soNo } from './ProjectFacts'
import { SectionForm, type SectionProps } from './SectionForm'

const DRAWN = 'This series is in use. Numbers continue automatically.'

/**
 * Edits the first numbers of the series, to continue from paper books. They are fixed once a
 * document has drawn a number.
 */
export function NumberingSection(props: SectionProps) {
  const { project, lastResult } = props
  const [form, fields] = useCommandForm({
    id: 'numbering',
    schema: SECTION_SCHEMAS.numbering,
    lastResult,
    defaultValue: {
      next_so_no: String(project.nextSoNo),
      next_voucher_no: String(project.nextVoucherNo),
    },
  })
  const { drawn } = project
  return (
    <SectionForm {...props} section="numbering" form={form}>
      <p className="mb-4 max-w-prose text-muted">
        Number of the next document, e.g. continuing your paper books. Can be set until the series
        is first used.
      </p>
      <FormGrid>
        <TextField
          field={fields.next_so_no}
          label="Next SO no."
          inputMode="numeric"
          controlClass="figures"
          autoComplete="off"
          readOnly={drawn.soNo}
          hint={drawn.soNo ? DRAWN : written(fields.next_so_no.value)}
          className="sm:col-span-1 lg:col-span-2"
        />
        <TextField
          field={fields.next_voucher_no}
          label="Next voucher no."
          inputMode="numeric"
          controlClass="figures"
          autoComplete="off"
          readOnly={drawn.voucherNo}
          hint={drawn.voucherNo ? DRAWN : undefined}
          className="sm:col-span-1 lg:col-span-2"
        />
      </FormGrid>
    </SectionForm>
  )
}

function written(typed: string | undefined): string {
  return typed && /^\d{1,6}$/.test(typed) ? `Displayed as ${soNo(Number(typed))}` : 'A whole number'
}
