import type { LogoKey } from '../schema'
import { LogoForm } from './LogoForm'
import type { SectionProps } from './SectionForm'

/** Shows both logos, each with its own upload. */
export function LogosSection({ project, idempotencyKey, version, lastResult }: SectionProps) {
  const of = (which: LogoKey) =>
    lastResult?.initialValue?.which === which ? lastResult : undefined
  const common = { idempotencyKey, version }
  return (
    <div className="grid gap-x-8 gap-y-10 lg:grid-cols-2">
      <LogoForm {...common} which="logo_uri" path={project.logoUri} lastResult={of('logo_uri')} />
      <LogoForm
        {...common}
        which="logo_uri1"
        path={project.logoUri1}
        lastResult={of('logo_uri1')}
      />
    </div>
  )
}
