import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { letterheadSchema, SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/** Edits the company's details on screens and printed documents. */
export function DetailsSection(props: SectionProps) {
  const { project, own, lastResult } = props
  const [form, fields] = useCommandForm({
    id: 'details',
    // The field of the name is shown to the administrator alone.
    schema: own
      ? (letterheadSchema as unknown as typeof SECTION_SCHEMAS.details)
      : SECTION_SCHEMAS.details,
    lastResult,
    defaultValue: {
      name: project.name,
      title: project.title,
      owner_name: project.ownerName,
      owner_email: project.ownerEmail,
      address: project.address,
      tin_no: project.tinNo,
      phone: project.phone,
      payment_instructions: project.paymentInstructions,
      other_info1: project.otherInfo1,
      other_info2: project.otherInfo2,
    },
  })
  const wide = 'sm:col-span-2'
  return (
    <SectionForm {...props} section="details" form={form}>
      <FormGrid>
        {own ? null : (
          <TextField
            field={fields.name}
            label="Project name"
            hint="At the top of every screen"
            className={wide}
          />
        )}
        <TextField
          field={fields.title}
          label="Title"
          hint="Registered name, at the head of printed documents"
          className={wide}
        />
        <TextField field={fields.owner_name} label="Owner" className={wide} />
        <TextField
          field={fields.owner_email}
          label="Owner's e-mail"
          type="email"
          hint="For reference; it opens no account"
          className={wide}
        />
        <TextAreaField
          field={fields.address}
          label="Address"
          rows={2}
          hint="Below the title of printed documents"
          className="sm:col-span-2 lg:col-span-4"
        />
        <TextField
          field={fields.tin_no}
          label="TIN"
          hint="With the branch code; at the head of printed documents"
          className={wide}
        />
        <TextField
          field={fields.phone}
          label="Phone"
          hint="At the head of printed documents"
          className={wide}
        />
        <TextAreaField
          field={fields.payment_instructions}
          label="Payment instructions"
          rows={2}
          hint="On invoices and statements: bank, account name and number, how to make out cheques"
          className="sm:col-span-2 lg:col-span-4"
        />
        <TextAreaField
          field={fields.other_info1}
          label="TIN and contact line"
          hint="A further line at the head of printed documents"
          className={wide}
        />
        <TextAreaField
          field={fields.other_info2}
          label="Payment details line"
          hint="A further line at the head of printed documents"
          className={wide}
        />
      </FormGrid>
    </SectionForm>
  )
}
