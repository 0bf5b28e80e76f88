import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const taxRoutes = [
  route(paths.tax.readiness, 'modules/tax/readiness.route.tsx'),
  route(paths.fileOf(paths.tax.readiness), 'modules/tax/readiness-file.route.ts'),
  route(paths.tax.eInvoices, 'modules/tax/e-invoices.route.tsx'),
  route(paths.tax.eInvoicesFile, 'modules/tax/e-invoices-file.route.ts'),
  route(paths.tax.forms, 'modules/tax/forms.route.tsx'),
  route(paths.tax.form(':paper'), 'modules/tax/form.route.tsx'),
  route(paths.tax.formTest(':paper'), 'modules/tax/form-test.route.tsx'),
]
