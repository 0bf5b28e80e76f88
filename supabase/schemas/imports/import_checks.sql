-- What is wrong with the cells of a sheet beside the records that are there: the checks of one subject, in whatever sheet its columns are.
-- The rows are those of private.name_records.

create or replace function private.sorted_errors(p_errors jsonb[]) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e.error order by (e.error ->> 'row')::int, e.error ->> 'field'), '[]') from unnest(p_errors) e (error)
$$;
comment on function private.sorted_errors is 'Returns errors of a sheet in the order of its rows.';

create or replace function private.day_problems(p_kind text, p_project uuid, p_rows jsonb) returns setof jsonb
language sql stable set search_path = '' as $$
  -- Both are read once for the sheet, not once a row.
  with t as materialized (select private.business_date(p_project) as today, private.closed_through(p_project) as closed)
  select private.row_error((x ->> 'no')::int, c.field, case
    when d.day not between date '1990-01-01' and t.today then 'Between 1990 and today.'
    else format('The books are closed through %s.', to_char(t.closed, 'MM/DD/YYYY')) end)
  from t cross join jsonb_array_elements(p_rows) x
  join private.import_columns c on c.kind = p_kind and c.cell = 'open_day'
  cross join lateral (select (x ->> c.field)::date as day) d
  -- An open invoice counts from its opening date on.
  where case when c.field = 'invoice_date' and x ? 'opening_date' then d.day < date '1990-01-01'
    else d.day not between date '1990-01-01' and t.today or d.day <= t.closed end
$$;
comment on function private.day_problems is 'Returns an error for each open_day in the future, before 1990 or in a closed period.';

create or replace function private.product_problems(p_kind text, p_project uuid, p_rows jsonb) returns setof jsonb
language sql stable set search_path = '' as $$
  select private.row_error(r.no, e.field, e.problem)
  from jsonb_to_recordset(p_rows) r (no int, material_code text, product_id uuid, category1 text, category2 text, category3 text,
    quantity numeric, cost numeric, cost_pieces int)
  left join public.products p on p.project_id = p_project and p.id = r.product_id
  left join public.inventory i on i.project_id = p_project and i.product_id = r.product_id
  cross join lateral (
    select 'material_code' as field, case when p_kind = 'products' then format('Already used by %s.', p.description)
      when p.id is null then 'No product has this code.'
      when p_kind = 'opening_stock' then format('%s already has stock movements. Correct its stock by a count.', p.description)
      else format('%s is inactive.', p.description) end as problem
    where r.material_code is not null and case p_kind when 'products' then p.id is not null
      when 'opening_stock' then coalesce((i.purchased, i.supplier_returned, i.used_stocks, i.stocks_returned, i.adjusted,
        i.stock_value) <> (0, 0, 0, 0, 0, 0), true)
      when 'product_changes' then p.id is null else p.status is distinct from 'active' end
    union all
    select 'material_code', private.letter_problem(r.material_code) where p_kind = 'products' and p.id is null
    union all
    select 'quantity', private.pieces_problem(r.quantity) where r.quantity is not null
    union all
    select 'cost', 'The amount is too large.' where p_kind = 'opening_stock' and p.id is not null
      and private.line_amount(r.cost, r.cost_pieces, least(r.quantity, 10000000)::int) >= 1e12
    union all
    select 'category' || c.level, private.category_error(p_project, c.level, c.category)
    from (values (1, r.category1, p.category1), (2, r.category2, p.category2), (3, r.category3, p.category3)) c (level, category, current)
    -- A product keeps a category that has left the list, as in its form.
    where c.category is not null and (p_kind = 'products' or c.category is distinct from c.current)) e
  where e.problem is not null
$$;
comment on function private.product_problems is
  'Returns an error for each wrong material code, quantity and category, and each value of opening stock that is too large.';

create or replace function private.customer_problems(p_project uuid, p_rows jsonb) returns setof jsonb
language sql stable set search_path = '' as $$
  with s as materialized (
    select r.*, nullif(regexp_replace(r.tin_no, '\D', '', 'g'), '') as digits
    from jsonb_to_recordset(p_rows) r (no int, first int, name text, customer text, customers int, agent text, agents int, tin_no text))
  select private.row_error(s.no, 'customer', case when s.customers is null then 'No approved customer has this name.'
    else 'Several customers have this name: change the name of one first.' end)
  from s where s.customer is not null and s.customers is distinct from 1
  union all
  select private.row_error(s.no, 'agent', case when s.agents is null then 'No active agent has this name or e-mail address.'
    else 'Several agents have this name: enter the e-mail address.' end)
  from s where s.no = s.first and s.agent is not null and s.agents is distinct from 1
  union all
  select private.row_error(s.no, 'name', 'A customer with this name already exists.')
  from s where s.no = s.first and s.name is not null and exists (select from public.customers c
    where c.project_id = p_project and lower(c.name) = lower(s.name) and c.approval_status <> 'rejected')
  union all
  select private.row_error(s.no, 'tin_no', format('Already used by %s.', min(c.name)))
  from s join public.customers c on c.project_id = p_project and c.taxpayer = left(s.digits, 9)
    and regexp_replace(c.tin_no, '\D', '', 'g') = s.digits
  where s.no = s.first and s.digits is not null and c.approval_status <> 'rejected' and lower(c.name) is distinct from lower(s.customer)
  group by s.no
  union all
  select private.row_error(t.no, 'tin_no', 'Another customer of this sheet has the same TIN.')
  from (select s.no, min(s.no) over (partition by s.digits) as same from s where s.no = s.first and s.digits is not null) t
  where t.no <> t.same
$$;
comment on function private.customer_problems is
  'Returns an error for each customer or agent not found for certain, and each name or TIN that another customer has.';

create or replace function private.opening_problems(p_kind text, p_project uuid, p_rows jsonb) returns setof jsonb
language sql stable set search_path = '' as $$
  with t as materialized (select private.business_date(p_project) as today, private.closed_through(p_project) as closed),
  s as materialized (
    select x as value, x ?| array['invoice_no', 'invoice_date', 'due_date', 'opening_date', 'amount'] as owes, r.*
    from jsonb_array_elements(p_rows) x
    cross join lateral jsonb_to_record(x) r (no int, first int, invoice_no text, invoice_date date, due_date date, opening_date date)
  )
  select private.row_error(s.no, e.field, e.problem) from s cross join t cross join lateral (
    values ('due_date', case when s.due_date < s.invoice_date then 'Not before the invoice.'
        when s.due_date > s.invoice_date + 3650 then 'Within ten years of the invoice.' end),
      ('opening_date', case when p_kind = 'open_invoices' and s.opening_date < s.invoice_date then 'Not before the invoice date.' end)
    union all
    -- A customer owes an invoice with number, date and amount, or nothing.
    select c.* from (values
      ('invoice_no', case when not s.owes and s.no <> s.first then 'Each further row of a customer needs another open invoice.'
        when s.owes and not s.value ? 'invoice_no' then 'Fill this in, or leave the amount empty.' end),
      ('amount', case when s.owes and not s.value ? 'amount' then 'Enter an amount above zero such as 1234.50.' end),
      ('opening_date', case when s.opening_date not between s.invoice_date and t.today then 'Between the invoice date and today.' end),
      ('invoice_date', case when s.owes and not s.value ? 'invoice_date' then 'Enter a date as MM/DD/YYYY.'
        when s.invoice_date not between date '1990-01-01' and t.today then 'Between 1990 and today.' end),
      (case when s.opening_date is null then 'invoice_date' else 'opening_date' end,
        case when coalesce(s.opening_date, s.invoice_date) <= t.closed
          then format('The books are closed through %s.', to_char(t.closed, 'MM/DD/YYYY')) end)) c
    where p_kind = 'customers') e (field, problem)
  where e.problem is not null
  union all
  select private.row_error(n.no, 'invoice_no', 'Another row has the same invoice number.')
  from (select s.no, min(s.no) over (partition by private.paper_key(s.invoice_no)) as same from s where s.invoice_no is not null) n
  where n.no <> n.same and p_kind = 'customers'
  union all
  -- Two joins by equality: one condition with "or" would compare each number with each booking.
  select private.row_error(n.no, 'invoice_no', format('Already used by %s.', n.so_no)) from (
    select s.no, b.so_no from s
    join private.document_numbers n on n.project_id = p_project and n.kind = 'invoice'
      and private.paper_key(n.number) collate "C" = private.paper_key(s.invoice_no) collate "C"
    join public.bookings b on b.project_id = p_project and b.id = n.id
    union
    select s.no, b.so_no from s join public.bookings b on b.project_id = p_project and b.so_no = 'OB-' || s.invoice_no) n
$$;
comment on function private.opening_problems is 'Returns what is wrong with the days of open invoices, and the numbers that are taken.';

create or replace function private.receipt_problems(p_project uuid, p_rows jsonb) returns setof jsonb
language sql stable set search_path = '' as $$
  with s as materialized (
    select x as value, r.*, first_value(lower(r.customer)) over (partition by r.first order by r.no) as payer
    from jsonb_array_elements(p_rows) x
    cross join lateral jsonb_to_record(x) r (no int, first int, cr_no text, customer text, means text, cheque_bank text, cheque_no text,
      account text, bank_id uuid, invoice_no text))
  select private.row_error(s.no, f.field, case when s.means = 'cheque' then 'Fill this in.' else 'Only for cheques.' end)
  from s cross join unnest(array['cheque_bank', 'cheque_no', 'cheque_date']) f (field)
  where s.means is not null and (s.means = 'cheque') <> s.value ? f.field
  union all
  select private.row_error(s.no, 'account', case when s.means is distinct from 'bank_transfer' then 'Only for bank transfers.'
    else 'The company has no active account of this number.' end)
  from s where s.account is not null and (s.means is distinct from 'bank_transfer' or s.bank_id is null)
  union all
  select private.row_error(s.no, 'invoice_no',
    case when b.id is null then 'No invoice has this number.' else format('This is an invoice of %s.', b.customer_name) end)
  from s left join public.bookings b on b.project_id = p_project and b.invoice_no = s.invoice_no
  left join public.customers c on c.project_id = p_project and c.id = b.customer_id
  where s.invoice_no is not null and lower(c.name) is distinct from s.payer
  union all
  select private.row_error(s.no, 'cr_no', 'This CR number is already used.')
  from s join private.document_numbers n on n.project_id = p_project and n.kind = 'collection'
    and private.paper_key(n.number) collate "C" = private.paper_key(s.cr_no) collate "C"
  union all
  select private.row_error(t.no, 'cheque_no', format('Also in row %s, of another receipt.', t.same)) from (
    select s.no, s.first, min(s.no) over w as same, first_value(s.first) over w as receipt
    from s where s.means = 'cheque' and s.cheque_no is not null
    window w as (partition by private.paper_key(s.cheque_bank), private.paper_key(s.cheque_no) order by s.no)) t
  where t.first <> t.receipt
$$;
comment on function private.receipt_problems is
  'Returns an error for each cell of a receipt that does not go with its means, customer or number.';

create or replace function private.taken_problems(p_project uuid, p_rows jsonb) returns setof jsonb
language sql stable set search_path = '' as $$
  with s as materialized (
    select r.no, r.po_no, r.order_no, lower(r.fname) as payee, coalesce(r.account_no, '') as account, r.supplier
    from jsonb_to_recordset(p_rows) r (no int, po_no text, order_no text, fname text, account_no text, supplier text))
  select private.row_error(s.no, 'po_no', format('A record of %s has this PO number.', min(p.supplier)))
  from s join public.purchases p on p.project_id = p_project and private.paper_key(p.po_no) = private.paper_key(s.po_no)
    and p.status = 'active' group by s.no
  union all
  select private.row_error(s.no, 'supplier', m.message)
  from private.supplier_problems(p_project, array(select distinct s.supplier from s)) m
  join s on s.supplier = m.name
  union all
  select private.row_error(s.no, 'order_no', format('Already imported from %s.', i.file_name))
  from s join private.import_records r on r.project_id = p_project and lower(r.reference) = lower(s.order_no)
  join public.imports i on i.project_id = r.project_id and i.id = r.import_id and i.kind = 'bookings' and i.import_status = 'done'
  union all
  select private.row_error(t.no, 'fname', format('Also in row %s.', t.same))
  from (select s.no, min(s.no) over (partition by s.payee, s.account) as same from s where s.payee is not null) t where t.no <> t.same
  union all
  select private.row_error(s.no, 'fname', 'A payee with this name and account already exists.')
  from s join public.payees y on y.project_id = p_project and lower(y.fname) = s.payee and coalesce(y.account_no, '') = s.account
$$;
comment on function private.taken_problems is
  'Returns an error for each purchase, order and payee that was entered or imported already, and for names of suppliers that were cut off.';

create or replace function private.sheet_problems(p_kind text, p_project uuid, p_rows jsonb) returns jsonb[]
language sql stable set search_path = '' as $$
  select array(
    select private.day_problems(p_kind, p_project, p_rows)
    union all
    select private.product_problems(p_kind, p_project, p_rows)
    union all
    select private.customer_problems(p_project, p_rows)
    union all
    select private.opening_problems(p_kind, p_project, p_rows) where p_kind in ('customers', 'open_invoices')
    union all
    select private.receipt_problems(p_project, p_rows) where p_kind = 'receipts'
    union all
    select private.taken_problems(p_project, p_rows))
$$;
comment on function private.sheet_problems is 'Returns the errors of a sheet that the records which are there decide.';
