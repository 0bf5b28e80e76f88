-- Report of expenses by voucher line: one function for screen, Excel, print and dashboard.

create or replace function private.expense_lines(p_project uuid, p_filters jsonb)
returns table (line_id uuid, line_no int, counts boolean, amount numeric, vat_amount numeric, ewt numeric, description text,
  cost_center_id uuid, cost_center text, account_number text, monthly_budget numeric, voucher_id uuid,
  voucher_no int, status text, on_date date, payee_id uuid,
  pay_to text, pay_to_account_no text, category text, classification text, mode_of_payment text)
language plpgsql stable set search_path = '' as $$
declare
  v_basis text := coalesce(p_filters ->> 'basis', 'added');
  v_from date := private.read_date(p_filters, 'from');
  v_to date := private.read_date(p_filters, 'to');
  v_status text := p_filters ->> 'status';
  v_cancelled boolean := private.read_boolean(p_filters, 'cancelled') or v_status = 'cancelled';
  v_payee uuid := private.read_uuid(p_filters, 'payee_id');
  v_cost uuid := private.read_uuid(p_filters, 'cost_center_id');
  v_bank uuid := private.read_uuid(p_filters, 'bank_id');
begin
  if v_basis not in ('added', 'printed', 'released') then perform private.invalid('basis', 'Choose a date.'); end if;
  return query
  select l.id, l.line_no, v.status <> 'cancelled' or v.opposite_on is not null, d.sign * l.amount, d.sign * l.vat_amount,
    d.sign * (round(v.ewt_amount * (b.amount + l.amount) / v.total, 2) - round(v.ewt_amount * b.amount / v.total, 2)),
    l.description, l.cost_center_id, k.cost_center, k.account_number, k.monthly_budget,
    v.id, v.voucher_no, v.status, d.on_date, v.payee_id, v.pay_to, v.pay_to_account_no, v.category, v.classification, v.mode_of_payment
  from public.vouchers v
  cross join lateral (select case v_basis when 'printed' then v.date_printed when 'released' then v.date_released else v.date_added end
    as own_date) o
  cross join lateral (
    select o.own_date as on_date, 1 as sign where v.opposite_on is distinct from o.own_date
    union all
    select v.opposite_on, -1 where v.opposite_on > o.own_date) d
  join public.voucher_lines l on l.project_id = p_project and l.voucher_id = v.id
  -- Each line bears its part of the tax withheld, rounded so that the parts of a voucher add up.
  cross join lateral (select coalesce(sum(o.amount), 0) as amount from public.voucher_lines o
    where v.ewt_amount > 0 and o.project_id = p_project and o.voucher_id = v.id and o.line_no < l.line_no) b
  left join public.cost_centers k on k.project_id = p_project and k.id = l.cost_center_id
  where v.project_id = p_project
    -- Vouchers that are not printed or released are not in a period of prints or releases.
    and d.on_date is not null and (v_from is null or d.on_date >= v_from) and (v_to is null or d.on_date <= v_to)
    and (v_status is null or v.status = v_status)
    and (v_cancelled or v.status <> 'cancelled' or v.opposite_on is not null)
    and (p_filters ->> 'mode' is null or v.mode_of_payment = p_filters ->> 'mode')
    and private.in_category(v.category, p_filters ->> 'category')
    and private.in_category(v.classification, p_filters ->> 'classification')
    and (v_payee is null or v.payee_id = v_payee) and (v_bank is null or v.bank_id = v_bank)
    and (v_cost is null or l.cost_center_id = v_cost);
end $$;
comment on function private.expense_lines is
  'Returns the lines of vouchers that match p_filters (see report_expenses), those of a voucher that was cancelled after the closing of '
  'its day once more, below zero, on the day of its cancellation. counts: not cancelled, or cancelled so. Runs with the caller''s rights. '
  'Errors: 22023.';

create or replace function private.expense_budgets() returns text
language sql immutable set search_path = '' as $$
  select $row$, budgets as materialized (
      -- A month that is partly in the period counts as a whole one; an open period has the months with expenses. Input VAT is claimed
      -- and no cost, so it uses up no budget.
      select b.*, b.monthly_budget * coalesce(1 + 12 * (extract(year from a.last_day) - extract(year from a.first_day))::int
        + (extract(month from a.last_day) - extract(month from a.first_day))::int,
          (select nullif(count(distinct l.month), 0)::int from lines l)) as budget
      from private.report_filters($2) a,
        (select l.cost_center_id, l.monthly_budget, coalesce(sum(l.amount - l.vat_amount) filter (where l.counts), 0.00) as amount
          from lines l
          where l.monthly_budget is not null and ($2 ->> 'level' in ('cost_center', 'pivot', 'total')
            or private.read_boolean($2, 'with_total')) group by 1, 2) b
    )$row$
$$;
comment on function private.expense_budgets is
  'Returns SQL of the budgets of cost centers for the months of the period, by the lines l of expenses.';

create or replace function private.expense_row() returns text
language sql immutable set search_path = '' as $$
  select private.expense_budgets() || $row$
    select k.level, k.row_key, l.voucher_id, l.voucher_no, l.line_no, l.status, coalesce(l.on_date, k.on_date), k.month,
      coalesce(l.payee_id, k.payee_id), coalesce(l.cost_center_id, k.cost_center_id), coalesce(l.category, k.category),
      coalesce(l.classification, k.classification), k.amount, k.lines,
      (select to_jsonb(f) from (select v.date_added, v.date_printed, v.date_released,
        case when k.part in ('line', 'payee') then k.pay_to end as pay_to,
        case when k.part in ('line', 'payee') then k.pay_to_account_no end as pay_to_account_no, v.invoice_no,
        case when s.shown then k.cost_center end as cost_center, case when s.shown then k.account_number end as account_number,
        l.description, initcap(left(l.mode_of_payment, 1)) || replace(substr(l.mode_of_payment, 2), '_', ' ') as paid_by, v.cheque_bank,
        v.cheque_account_no, v.cheque_no, w.display_name as written_by, t.display_name as printed_by, v.releaser_name,
        r.display_name as released_by, c.display_name as cancelled_by,
        v.date_cancelled as cancelled_on, k.ewt, k.amount - k.ewt as net, k.pending,
        k.released, k.cancelled, k.cash, k.cheque, k.bank_transfer, k.input_vat, b.budget, b.budget_left, k.vouchers, k.categories,
        k.classifications, k.cost_centers, k.payees, k.months, k.days) f)
    from page k
    cross join lateral (select k.part in ('line', 'cost_center') as shown) s
    left join lines l on l.line_id = k.line_id and l.on_date = k.on_date
    left join public.vouchers v on v.project_id = $1 and v.id = l.voucher_id
    left join public.profiles w on w.user_id = v.created_by
    left join public.profiles t on t.user_id = v.who_printed
    left join public.profiles r on r.user_id = v.who_released
    left join public.profiles c on c.user_id = v.who_cancelled
    left join lateral (
      select sum(b.budget) as budget, sum(b.budget - b.amount) as budget_left from budgets b
      where k.part = 'total' or (k.part = 'cost_center' and b.cost_center_id = k.cost_center_id)
    ) b on true$row$
$$;
comment on function private.expense_row is
  'Returns the end of the statement of the report of expenses (private.report_statement, p_row): its budgets and rows.';

create or replace function private.expense_pivot(p_project uuid, p_filters jsonb) returns text
language sql stable set search_path = '' as $$
  select private.pivot_statement(p_project, p_filters, 'report_expenses', 'reports.expenses', array[
      ['cost_center', 'l.cost_center_id', 'text', 'l.cost_center', 'No cost center'], ['month', 'l.month', 'month', '', 'No month'],
      ['category', 'l.category', 'text', 'l.category', 'No category'],
      ['classification', 'l.classification', 'text', 'l.classification', 'No classification'],
      ['payee', 'l.payee_id', 'text', 'l.pay_to', 'No payee'], ['account', 'l.account_number', 'text', 'l.account_number', 'No account'],
      ['mode', 'l.mode_of_payment', 'text',
        $k$initcap(left(l.mode_of_payment, 1)) || replace(substr(l.mode_of_payment, 2), '_', ' ')$k$, 'No payment type']],
    array[['amount', 'coalesce(sum(l.amount) filter (where l.counts), 0.00)', ''],
      ['net', 'coalesce(sum(l.amount - l.ewt) filter (where l.counts), 0.00)', ''],
      ['ewt', 'coalesce(sum(l.ewt) filter (where l.counts), 0.00)', ''],
      ['input_vat', 'coalesce(sum(l.vat_amount) filter (where l.counts), 0.00)', ''], ['lines', 'count(*)', '']],
    $lines$select e.*, to_char(e.on_date, 'YYYY-MM') as month from private.expense_lines($1, $2) e$lines$,
    private.expense_budgets() || $row$
    select k.level, k.row_key, null::uuid, null::int, null::int, null, null::date, null, null::uuid, null::uuid, null, null, null::numeric,
      null::bigint, k.figures || jsonb_build_object('budget', b.budget, 'budget_left', b.budget_left)
    from pivot k
    left join lateral (
      select sum(b.budget) as budget, sum(b.budget - b.amount) as budget_left from budgets b
      where k.level = 'total' or k.key = '=' || b.cost_center_id::text
    ) b on coalesce(nullif($2 ->> 'rows', ''), 'cost_center') = 'cost_center'$row$)
$$;
comment on function private.expense_pivot is
  'Returns the statement of the pivot of report_expenses (private.pivot_statement), with budgets where its rows are cost centers. Errors: '
  '42501, 22023.';

create or replace function public.report_expenses(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, voucher_id uuid, voucher_no int, line_no int, status text, on_date date, month text, payee_id uuid,
  cost_center_id uuid, category text, classification text, amount numeric, lines bigint, figures jsonb)
language plpgsql stable set search_path = '' as $$
begin
  if 'pivot' in (p_filters ->> 'level', case p_filters ->> 'level' when 'total' then p_filters ->> 'for' end) then
    return query execute private.expense_pivot(p_project, p_filters) using p_project, p_filters;
    return;
  end if;
  return query execute private.report_statement(p_project, p_filters, 'report_expenses', 'reports.expenses', array[
      ['line', 'line', 'line_id, on_date', 's.line_key', 'line'],
      ['grouped', 'category', 'category', 's.category_key', 'true'],
      ['grouped', 'classification', 'category, classification', 's.classification_key', $k$s.classification_key <> '1'
        or exists (select from lines x where x.category_key = s.category_key and x.classification_key <> '1')$k$],
      ['grouped', 'line', 'category, classification, line_id, on_date', 's.line_key', 'line'],
      ['category', 'category', 'category', 's.category_key', ''],
      ['classification', 'classification', 'category, classification', 's.category_key, s.classification_key', ''],
      ['cost_center', 'cost_center', 'cost_center_id', $k$coalesce('0' || private.sort_key(s.cost_center), '1'), s.cost_center_id$k$, ''],
      ['payee', 'payee', 'payee_id', 'private.sort_key(s.pay_to), s.payee_id', ''], ['month', 'month', 'month', 's.month', ''],
      ['day', 'day', 'on_date', 's.on_date', ''], ['total', 'total', '',
        $k$''$k$, '']],
    '{}',
    $lines$select e.*, to_char(e.on_date, 'YYYY-MM') as month,
      -- Rows without category come last.
      coalesce('0' || lower(e.category), '1') as category_key, coalesce('0' || lower(e.classification), '1') as classification_key,
      concat_ws(E'\x1f', e.on_date, to_char(e.voucher_no, 'FM0000000000'), to_char(e.line_no, 'FM00000')) as line_key
    from private.expense_lines($1, $2) e$lines$,
    $sums$min:category_key, min:classification_key, min:line_key, min:pay_to, min:pay_to_account_no, min:cost_center,
      min:account_number, min:monthly_budget, coalesce(sum(l.amount) filter (where l.counts), 0.00) as amount,
      coalesce(sum(l.ewt) filter (where l.counts), 0.00) as ewt,
      coalesce(sum(l.vat_amount) filter (where l.counts), 0.00) as input_vat,
      coalesce(sum(l.amount) filter (where l.counts and l.status <> 'released'), 0.00) as pending,
      coalesce(sum(l.amount) filter (where l.status = 'released'), 0.00) as released,
      coalesce(sum(l.amount) filter (where not l.counts), 0.00) as cancelled,
      coalesce(sum(l.amount - l.ewt) filter (where l.counts and l.mode_of_payment = 'cash'), 0.00) as cash,
      coalesce(sum(l.amount - l.ewt) filter (where l.counts and l.mode_of_payment = 'cheque'), 0.00) as cheque,
      coalesce(sum(l.amount - l.ewt) filter (where l.counts and l.mode_of_payment = 'bank_transfer'), 0.00) as bank_transfer,
      count(l.line_id) as lines, count(distinct l.voucher_id) as vouchers, count(distinct l.category_key) as categories,
      count(distinct (l.category_key, l.classification_key)) as classifications,
      count(distinct coalesce(l.cost_center_id::text, '')) as cost_centers, count(distinct l.payee_id) as payees,
      count(distinct l.month) as months, count(distinct l.on_date) as days$sums$,
    private.expense_row())
  using p_project, p_filters;
end $$;
comment on function public.report_expenses is
  'Report of expenses by the lines of vouchers, page by page. Filters and figures: docs/report-filters.md. Errors: 42501, 22023.';

grant execute on function private.expense_budgets, private.expense_row, private.expense_pivot, private.expense_lines to authenticated;
