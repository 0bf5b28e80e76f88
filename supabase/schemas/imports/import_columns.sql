-- The columns of sheets, and the reading of their cells. See docs/decisions/0047.

create view private.import_columns with (security_invoker = true) as
select k.kind, f.field, c.cell, c.most, string_to_array(c.marks, ' ') as marks
from (values
  ('products product_changes opening_stock', 'material_code', 'text', 60, 'required once'),
  ('products', 'description', 'text', 200, 'required'),
  ('product_changes', 'description', 'full_text', 200, ''),
  ('products product_changes', 'supplier category1 category2 category3', 'text', 200, 'emptied'),
  ('products', 'unit_of_measure', 'text', 20, ''),
  ('product_changes', 'unit_of_measure', 'full_text', 20, ''),
  ('products', 'def_cost def_srp', 'price', null, 'required'),
  ('product_changes', 'def_cost def_srp', 'price', null, ''),
  ('products product_changes', 'case_config', 'case', null, ''),
  ('products product_changes', 'liters_per_case', 'litres', null, ''),
  ('products product_changes', 'reorder_level', 'whole', 99999999, 'emptied'),
  ('products product_changes', 'selected_color', 'color', null, 'emptied'),
  ('products product_changes', 'vat_class', 'vat', null, ''),
  ('products product_changes', 'price_unit', 'unit', null, ''),
  ('product_changes', 'status', 'status', null, ''),
  ('opening_stock purchases bookings', 'quantity', 'pieces', null, 'required'),
  ('opening_stock', 'cost', 'piece_price', null, 'required'),
  ('opening_stock', 'on_date', 'open_day', null, 'required'),

  ('customers', 'name', 'text', 200, 'key required'),
  ('customers', 'agent', 'text', 200, 'head required'),
  ('customer_changes', 'customer', 'text', 200, 'required once'),
  ('customers customer_changes', 'store_name business_style area contact', 'text', 200, 'head emptied'),
  ('customers customer_changes', 'address', 'text', 400, 'head emptied'),
  ('customers customer_changes', 'tin_no', 'tin', null, 'head emptied'),
  ('customers customer_changes', 'vat_class', 'vat', null, 'head'),
  ('customers', 'credit_line', 'credit', null, 'head'),
  ('customer_changes', 'credit_line', 'money', null, 'emptied'),
  ('customers', 'terms_days', 'terms', null, 'head'),
  ('customer_changes', 'terms_days', 'whole', 365, ''),
  ('customers receipts', 'invoice_no', 'text', 40, ''),
  ('customers', 'invoice_date opening_date', 'day', null, ''),
  ('customers open_invoices', 'due_date', 'day', null, ''),
  ('customers', 'amount', 'above_zero', null, ''),
  ('open_invoices', 'customer', 'text', 200, 'required'),
  ('open_invoices', 'invoice_no', 'text', 40, 'required once'),
  ('open_invoices', 'invoice_date', 'open_day', null, 'required'),
  ('open_invoices', 'opening_date', 'open_day', null, ''),
  ('open_invoices receipts', 'amount', 'above_zero', null, 'required'),

  ('purchases', 'po_no', 'text', 60, 'key required'),
  ('purchases', 'supplier', 'text', 200, 'head required'),
  ('purchases', 'invoice_no', 'text', 60, 'head'),
  ('purchases', 'invoice_date', 'day', null, 'head'),
  ('purchases', 'delivery_date', 'open_day', null, 'head'),
  ('purchases', 'with_vat', 'yes_no', null, 'head'),
  ('purchases', 'vat_class', 'vat', null, ''),
  ('purchases', 'cost', 'price', null, 'required'),
  ('purchases', 'prod_srp', 'price', null, ''),
  ('purchases bookings', 'date_added', 'open_day', null, 'head required'),
  ('purchases bookings', 'material_code', 'text', 60, 'required'),
  ('bookings', 'order_no', 'text', 40, 'key required'),
  ('bookings receipts', 'customer', 'text', 200, 'head required'),
  ('bookings', 'agent_srp', 'price_or_free', null, 'required'),
  ('bookings', 'discount_percent discount_amount', 'money', null, ''),

  ('receipts', 'cr_no', 'text', 40, 'key required'),
  ('receipts', 'date_collected', 'open_day', null, 'head required'),
  ('receipts', 'drr_no', 'text', 40, 'head'),
  ('receipts', 'means', 'means', null, 'required'),
  ('receipts', 'cheque_bank cheque_no account', 'text', 200, ''),
  ('receipts', 'cheque_date', 'day', null, ''),
  ('receipts', 'reference_no', 'text', 40, ''),
  ('payees', 'fname', 'text', 200, 'required'),
  ('payees', 'account_no', 'text', 40, '')
) c (kinds, fields, cell, most, marks)
cross join lateral string_to_table(c.kinds, ' ') k (kind)
cross join lateral string_to_table(c.fields, ' ') f (field);
comment on view private.import_columns is
  'Columns of sheets. cell, most: see private.read_cell; key, head: of a document of several rows; emptied: by - where rows change.';

create or replace function private.pieces_problem(p_pieces numeric) returns text
language sql immutable
return case when p_pieces between 1 and 10000000 is not true then 'Enter 1 to 10,000,000 pieces, or cases such as 3 cs + 5 pc.' end;

create or replace function private.read_cell(p_text text, p_cell text, p_most int, out value text, out problem text)
language plpgsql immutable set search_path = '' as $$
declare
  v_words jsonb;
  v_is_amount boolean := p_cell in ('money', 'credit', 'above_zero') and p_text ~ '^[0-9]{1,12}(\.[0-9]{1,2})?$';
begin
  if p_text is null then return; end if;
  value := p_text;
  if p_text ~ private.control_characters() then problem := 'Remove the control characters.';
  elsif p_cell in ('text', 'full_text') then
    problem := case when length(p_text) > p_most then 'Too long.'
      when p_text = '-' and p_cell = 'full_text' then 'This cannot be empty.' end;
  elsif p_cell in ('vat', 'unit', 'yes_no', 'status', 'means') then
    v_words := jsonb '{"vat": {"?": "Vatable, exempt or zero-rated.", "vatable": "vatable", "exempt": "exempt", "zero_rated": "zero_rated"},
      "unit": {"?": "Piece or case.", "piece": "piece", "pc": "piece", "case": "case", "cs": "case"},
      "yes_no": {"?": "Yes or no.", "yes": "true", "no": "false"},
      "status": {"?": "Active or inactive.", "active": "active", "inactive": "inactive"},
      "means": {"?": "Cash, cheque, bank transfer or withholding.", "cash": "cash", "cheque": "cheque", "check": "cheque", "pdc": "cheque",
        "bank_transfer": "bank_transfer", "transfer": "bank_transfer", "withholding": "withholding", "2307": "withholding"}}' -> p_cell;
    value := v_words ->> regexp_replace(nullif(lower(p_text), '?'), '[- ]+', '_', 'g');
    if value is null then problem := v_words ->> '?'; end if;
  elsif p_cell in ('price', 'piece_price', 'price_or_free') then
    if p_cell = 'price_or_free' and lower(p_text) = 'free' then value := 'free';
    elsif p_text !~ '^[0-9]{1,12}(\.[0-9]{1,2})?(/(cs|pc|0*[1-9][0-9]{0,5}))?$'
      or p_text ~ '/[0-9]+$' and split_part(p_text, '/', 2)::int > 100000 then
      problem := 'Enter a price such as 1234.50, 100/cs for a case, or 100/12 for twelve pieces.';
    elsif p_cell = 'piece_price' and p_text !~ '/' then value := p_text || '/pc';
    end if;
  elsif p_cell in ('day', 'open_day') then
    if not private.is_day(p_text) then problem := 'Enter a date as MM/DD/YYYY.'; end if;
  else
    problem := case p_cell
      when 'money' then case when not v_is_amount then 'Enter an amount such as 1234.50.' end
      when 'credit' then case when not v_is_amount then 'Enter an amount such as 1234.50; blank = unlimited, 0 = cash only.' end
      when 'above_zero' then case when not v_is_amount or p_text ~ '^[0.]+$' then 'Enter an amount above zero such as 1234.50.' end
      when 'whole' then case when p_text !~ '^[0-9]{1,8}$' or p_text::int > p_most
        then format('Enter a whole number, at most %s.', to_char(p_most, 'FM999,999,999')) end
      when 'terms' then case when p_text !~ '^[0-9]{1,3}$' or p_text::int > 365 then 'Between 0 and 365 days.' end
      when 'pieces' then case when p_text !~ '^([0-9]{1,8}|[0-9]{1,8} cs( \+ [0-9]{1,8} pc)?)$' then private.pieces_problem(null)
        when p_text !~ 'cs' then private.pieces_problem(p_text::int) end
      when 'case' then case when p_text !~ '^[0-9]{1,6}$' or p_text::int not between 1 and 100000
        then 'Enter the pieces of a case: 1 or more.' end
      when 'litres' then case when p_text !~ '^[0-9]{1,7}(\.[0-9]{1,3})?$' then 'Enter liters such as 12.5.' end
      when 'color' then case when p_text !~* '^#[0-9a-f]{6}$' then 'Enter a color such as #1f6f5c.' end
      when 'tin' then case when p_text !~ '^[0-9]{3}-?[0-9]{3}-?[0-9]{3}(-?[0-9]{3,5})?$' then 'Enter a TIN as 000-000-000-000.' end
      end;
    if p_cell = 'color' then value := lower(p_text); end if;
  end if;
  if problem is not null and p_cell not in ('text', 'full_text', 'tin') then value := null; end if;
end $$;
comment on function private.read_cell is
  'Reads a trimmed cell: its value as columns take it, and what is wrong with it. Only a wrong text still has a value.';

create or replace function private.row_error(p_row int, p_field text, p_message text) returns jsonb
language sql immutable
return jsonb_build_object('row', p_row, 'field', p_field, 'message', p_message);

create or replace function private.cell_key(p_field text, p_text text) returns text
language sql immutable
return case when p_field like '%\_no' then private.paper_key(p_text) else lower(p_text) end;
comment on function private.cell_key is 'Returns what the cells of a column that name the same thing have in common.';

create or replace function private.read_sheet(p_kind text, p_rows jsonb, out rows jsonb, out errors jsonb[])
language sql stable set search_path = '' as $$
  -- Once for the sheet: those of all kinds would be looked at for each row.
  with columns as materialized (
    select c.field, c.cell, c.most, c.marks, k.changes and 'emptied' = any (c.marks) as emptied
    from private.import_columns c join private.import_kinds k on k.kind = c.kind where c.kind = p_kind
  ), sheet as materialized (
    select x.no::int as no, x.value, min(x.no::int) over (partition by k.key, case when k.key is null then x.no end) as first
    from jsonb_array_elements(p_rows) with ordinality x (value, no)
    cross join lateral (select private.cell_key(c.field, nullif(btrim(x.value ->> c.field), '')) as key
      from (select (select c.field from columns c where 'key' = any (c.marks)) as field) c) k
  ), cells as materialized (
    select s.no, s.first, c.field, c.marks, t.text,
      private.read_cell(case when t.text <> '-' or not c.emptied then t.text end, c.cell, c.most) as cell
    from sheet s cross join columns c cross join lateral (select btrim(s.value ->> c.field) as text) t
    where t.text <> ''
  )
  select (
    select jsonb_agg(jsonb_build_object('no', s.no, 'first', s.first) || coalesce(r.value, '{}') order by s.no)
    from sheet s left join (select c.no, jsonb_object_agg(c.field, (c.cell).value) as value from cells c group by c.no) r on r.no = s.no),
  array(
    select private.row_error(c.no, c.field, (c.cell).problem) from cells c where (c.cell).problem is not null
    union all
    select private.row_error(c.no, c.field, private.number_problem(c.text, 'required' = any (c.marks))) from cells c
    where private.is_number_field(c.field) and (c.cell).problem is null and (c.cell).value is not null
      and private.number_problem(c.text, true) is not null
    union all
    select private.row_error(s.no, c.field, 'Fill this in.') from sheet s cross join columns c
    where 'required' = any (c.marks) and (s.no = s.first or 'head' <> all (c.marks)) and coalesce(btrim(s.value ->> c.field), '') = ''
    union all
    select private.row_error(c.no, c.field, format('Differs from the first row of this %s.',
      case p_kind when 'customers' then 'customer' else 'number' end))
    from cells c left join cells f on f.no = c.first and f.field = c.field
    where c.no <> c.first and 'head' = any (c.marks) and c.text is distinct from f.text
    union all
    select private.row_error(c.no, c.field, format('Also in row %s.', c.same)) from (
      select c.no, c.field, min(c.no) over (partition by c.field, private.cell_key(c.field, c.text)) as same
      from cells c where 'once' = any (c.marks)) c
    where c.no <> c.same)
$$;
comment on function private.read_sheet is
  'Reads cells. rows: {no, first (row of the document), field: value}; null is wrong or emptied, an empty cell has no field.';

create or replace function private.category_key(p_category text) returns text
language sql immutable
return regexp_replace(private.search_text(p_category), '\s', '', 'g');
comment on function private.category_key is 'Returns a category without case, accents and spaces.';

create or replace function private.name_records(p_kind text, p_project uuid, p_rows jsonb) returns jsonb
language sql stable set search_path = '' as $$
  with sheet as materialized (
    select x.value, lower(x.value ->> 'customer') as customer, lower(x.value ->> 'agent') as agent, lower(x.value ->> 'account') as account
    from jsonb_array_elements(p_rows) x
  ), customers as (
    -- Names are looked up: compared with each customer, those of a large sheet take seconds.
    select lower(c.name) as name, count(*) as found, (array_agg(c.id))[1] as id from public.customers c
    where c.project_id = p_project and lower(c.name) in (select s.customer from sheet s) and c.approval_status in ('approved', 'inactive')
    group by 1
  ), agents as (
    select s.agent as name, count(*) as found, (array_agg(m.user_id))[1] as id
    from (select distinct s.agent from sheet s) s
    join (public.memberships m join public.profiles p on p.user_id = m.user_id) on s.agent in (lower(p.display_name), lower(p.email))
    where m.project_id = p_project and private.is_agent(m.role) and m.status = 'active' group by 1
  ), accounts as (
    select s.account as name, (array_agg(b.id))[1] as id from (select distinct s.account from sheet s) s
    join public.banks b on s.account in (lower(b.account_no), lower(b.bank || ' ' || b.account_no))
    where b.project_id = p_project and b.status = 'active' group by 1 having count(*) = 1
  ), categories as materialized (
    select coalesce(jsonb_object_agg('category' || l.level || private.category_key(c), c), '{}') as names from public.projects j
    cross join lateral (values (1, j.product_categories1), (2, j.product_categories2), (3, j.product_categories3)) l (level, list)
    cross join lateral unnest(l.list) c where j.id = p_project
  )
  select jsonb_agg(s.value || jsonb_strip_nulls(jsonb_build_object('product_id', p.id, 'customers', c.found, 'agents', a.found,
    'customer_id', case c.found when 1 then c.id end, 'agent_id', case a.found when 1 then a.id end, 'bank_id', k.id)) || coalesce((
    select jsonb_object_agg(z.field, z.value) from (select coalesce(s.value ->> 'case_config', p.case_config::text, '1') as pieces) u
    cross join lateral (
      select n.field, n.value from unnest(array['def_cost', 'def_srp', 'cost', 'prod_srp', 'agent_srp']) f (field)
      cross join lateral (select split_part(s.value ->> f.field, '/', 1) as price, split_part(s.value ->> f.field, '/', 2) as unit) t
      cross join lateral (values (f.field, t.price), (f.field || '_pieces', case
        when t.unit = 'cs' or t.unit = '' and coalesce(s.value ->> 'price_unit', p.price_unit) = 'case' then u.pieces
        when t.unit in ('', 'pc') then '1' else t.unit end)) n (field, value)
      where t.price <> 'free'
      union all
      select 'quantity', (q.counts[1]::numeric * u.pieces::int + coalesce(q.counts[2], '0')::int)::text
      from regexp_match(s.value ->> 'quantity', '^(\d+) cs(?: \+ (\d+) pc)?$') q (counts) where q.counts is not null
      union all
      select l.field, case when l.given = l.current then l.given else coalesce(y.names ->> (l.field || private.category_key(l.given)),
        case when private.category_key(l.given) = private.category_key(l.current) then l.current end, l.given) end
      from (values ('category1', p.category1), ('category2', p.category2), ('category3', p.category3)) c (field, current)
      cross join lateral (select c.field, c.current, s.value ->> c.field as given) l where s.value ? c.field) z), '{}')
    order by (s.value ->> 'no')::int)
  from sheet s cross join categories y
  left join public.products p on p.project_id = p_project and lower(p.material_code) = lower(s.value ->> 'material_code')
  left join customers c on c.name = s.customer
  left join agents a on a.name = s.agent
  left join accounts k on k.name = s.account
$$;
comment on function private.name_records is
  'Adds to rows the ids that they name for certain, how many customers and agents have the name, the pieces of quantities and prices, and '
  'writes categories as the project does.';
