-- The printed invoice.

create or replace function private.released_goods(p_project uuid, p_bookings uuid[])
returns table (booking_id uuid, after_invoice boolean, on_date date, amount numeric, vat numeric, exempt numeric, zero_rated numeric)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select k.booking_id, k.after_invoice, k.on_date, k.amount, k.vat_amount, case l.vat_class when 'exempt' then k.amount else 0.00 end,
    case l.vat_class when 'zero_rated' then k.amount else 0.00 end
  from public.booking_credits k join public.booking_lines l on l.project_id = k.project_id and l.id = k.line_id
  where k.project_id = p_project and k.booking_id = any (p_bookings) and k.kind = 'released';
end $$;
comment on function private.released_goods is
  'Returns what was released undelivered of bookings, with the VAT in it or its class: before its invoice, which says it, or after '
  '(after_invoice).';

grant execute on function private.released_goods to authenticated;

create or replace function private.names_at_issue(p_project uuid, p_booking uuid, p_table text, p_row uuid, p_names text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v_issued bigint;
begin
  if coalesce(private.scope_of(p_project, 'invoicing.read'), private.scope_of(p_project, 'reports.invoice')) is null then
    perform private.forbid();
  end if;
  -- Few rows were ever changed, and only theirs need the place of the invoice in the trail. Rows of the platform, such as people, have
  -- no project.
  if not exists (select from public.audit_log a
      where a.project_id = p_project and a.table_name = p_table and a.row_id = p_row and a.action = 'update')
    and not exists (select from public.audit_log a
      where a.project_id is null and a.table_name = p_table and a.row_id = p_row and a.action = 'update') then
    return '{}';
  end if;
  select coalesce(min(a.id), 0) into v_issued from public.audit_log a
  where a.project_id = p_project and a.table_name = 'bookings' and a.row_id = p_booking and a.after ->> 'invoice_no' is not null;
  return private.names_since(p_project, p_table, p_row, p_names, v_issued);
end $$;
comment on function private.names_at_issue is
  'Returns those of the names of a row (customers, products, profiles, projects) that were changed since the invoice of a booking was '
  'issued, as they were then, out of the audit trail: a paper that is printed again says what was issued. Errors: 42501.';

create or replace function private.customers_at_issue(p_project uuid, p_bookings uuid[]) returns table (booking_id uuid, names jsonb)
language sql stable security definer set search_path = '' as $$
  select b.id, private.names_at_issue(p_project, b.id, 'customers', b.customer_id, '{tin_no,business_style}')
  from public.bookings b
  where b.project_id = p_project and b.id = any (p_bookings)
    and exists (select from public.audit_log a
      where a.project_id = p_project and a.table_name = 'customers' and a.row_id = b.customer_id and a.action = 'update')
$$;
comment on function private.customers_at_issue is
  'Returns names_at_issue of the customers of these bookings, as far as the customer was ever changed. Errors: 42501.';

grant execute on function private.names_at_issue, private.customers_at_issue to authenticated;

create or replace function private.tin_parts(p_tin text, p_branch text) returns jsonb
language sql immutable
return case when length(regexp_replace(p_tin, '[^0-9]', '', 'g')) >= 9 then jsonb_build_object(
  'tin', left(regexp_replace(p_tin, '[^0-9]', '', 'g'), 9),
  'branch_code', coalesce(p_branch, lpad(substr(regexp_replace(p_tin, '[^0-9]', '', 'g'), 10), 5, '0'))) end;
comment on function private.tin_parts is
  'Returns the nine digits of a TIN and the five of its branch: p_branch, else those that follow in the TIN, 00000 without any. Null for a '
  'text with fewer than nine digits.';

create or replace function private.seller_of(p_settings jsonb, p_tin text) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  -- A paper from before these settings is printed again as it was then.
  if jsonb_typeof(p_settings -> 'vat_registered') is distinct from 'boolean' then return null; end if;
  return jsonb_build_object('vat_registered', p_settings -> 'vat_registered',
    'foot', private.setting_of(p_settings, 'invoice_note'), 'authority', private.setting_of(p_settings, 'authority_note'))
    || coalesce(private.tin_parts(p_tin, private.setting_of(p_settings, 'branch_code') #>> '{}'),
      '{"tin": null, "branch_code": null}'::jsonb);
end $$;
comment on function private.seller_of is
  'Returns what the tax office wants to read of a seller with these settings and this TIN; null for settings that do not say it.';

create or replace function private.seller_then(p public.projects, p_then jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select private.seller_of(coalesce(p_then -> 'settings', p.settings),
    case when p_then ? 'tin_no' then p_then ->> 'tin_no' else p.tin_no end)
$$;
comment on function private.seller_then is
  'Returns private.seller_of of a project with those of its settings and TIN that have changed since (p_then), as they were.';

create or replace function private.seller_at_issue(p_project uuid, p_booking uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v_then jsonb := private.names_at_issue(p_project, p_booking, 'projects', p_project, '{settings,tin_no}');
begin
  return (select private.seller_then(p, v_then) from public.projects p where p.id = p_project);
end $$;
comment on function private.seller_at_issue is
  'Returns what the tax office wants to read of the seller, as of the issue of an invoice: vat_registered, tin (nine digits), branch_code '
  '(five), foot and authority (texts). Null for an invoice from before the project had these settings. Errors: 42501.';

grant execute on function private.seller_at_issue to authenticated;

create or replace function public.invoice_document(p_project uuid, p_booking uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v public.bookings;
  v_due numeric;
  v_customer record;
begin
  perform private.authorize(p_project, 'invoicing.read');
  select * into v from public.bookings b where b.project_id = p_project and b.id = p_booking;
  if not found then perform private.not_found(); end if;
  -- Credits and releases after the issue are on documents of their own: an invoice that is printed again shows what was issued.
  select coalesce(sum(y.amount), 0.00), v.vat_amount - coalesce(sum(y.vat), 0), v.exempt_amount - coalesce(sum(y.exempt), 0),
    v.zero_rated_amount - coalesce(sum(y.zero_rated), 0)
  into v.credited, v.vat_amount, v.exempt_amount, v.zero_rated_amount
  from private.released_goods(p_project, array[p_booking]) y where not y.after_invoice;
  v_due := v.total - v.credited;
  select c.tin_no, c.business_style into v_customer from public.customers c where c.project_id = p_project and c.id = v.customer_id;
  return (select to_jsonb(h) from (select v.so_no, v.stage, v.is_opening, v.invoice_no, v.date_invoiced, v.date_due, v.date_delivered,
    v.customer_name, v.store_name, v.deliver_to, v.discount::text, v.total::text, v.credited::text, v.exempt_amount::text as exempt,
    v.zero_rated_amount::text as zero_rated, v_due::text as due, v.vat_amount::text as vat) h) || jsonb_build_object(
    'agent', coalesce(private.names_at_issue(p_project, p_booking, 'profiles', v.agent_id, '{display_name}') ->> 'display_name',
      (select p.display_name from public.profiles p where p.user_id = v.agent_id)),
    'gross', (v.total + v.discount)::text, 'vat_percent', coalesce(v.vat_percent, 0)::text, 'net', (v_due - v.vat_amount)::text,
    'vatable', (v_due - v.vat_amount - v.exempt_amount - v.zero_rated_amount)::text,
    'forms', coalesce((select e.forms from public.e_invoices e where e.project_id = p_project and e.booking_id = p_booking
      order by e.id desc limit 1), 1),
    'seller', private.seller_at_issue(p_project, p_booking), 'letterhead', private.paper_head(p_project,
      private.names_at_issue(p_project, p_booking, 'projects', p_project, private.head_names())),
    'lines', coalesce((select jsonb_agg(to_jsonb(y)
        || private.names_at_issue(p_project, p_booking, 'products', l.product_id, '{material_code,description}') order by l.line_no)
      from (select x.*, private.vat_of_part(x, x.amount, coalesce(sum(x.amount) filter (where x.vat_percent > 0)
          over (order by x.line_no rows between unbounded preceding and 1 preceding), 0)) as vat
        from public.booking_lines x where x.project_id = p_project and x.booking_id = p_booking) l
      join public.products p on p.project_id = p_project and p.id = l.product_id
      cross join lateral (select l.id, p.material_code, p.description, l.case_config, l.quantity, l.agent_srp::text, l.agent_srp_pieces,
        l.discount_percent::text, l.discount_amount::text, (l.gross - l.amount)::text as discount, l.free_of, l.amount::text, l.vat_class,
        l.vat_on_top > 0 as vat_on_top, l.vat::text, (l.amount - l.vat)::text as net) y), '[]'))
    || jsonb_build_object('tin_no', v_customer.tin_no, 'business_style', v_customer.business_style)
    || private.names_at_issue(p_project, p_booking, 'customers', v.customer_id, '{tin_no,business_style}');
end $$;
comment on function public.invoice_document is
  'Returns the content of an invoice as it was issued, whatever was credited, released or renamed since (stage tells of a cancellation): '
  'header fields, letterhead (of the project, with currency and logo), forms (pre-printed ones whose numbers it has), seller '
  '(private.seller_at_issue), lines '
  '(quantities in pieces; discount_percent of the price and discount_amount off the line '
  'as entered; discount: by how much amount is less than at AgentSRP; free_of: the number of the line with which free goods are given), '
  'gross - discount = total, credited (goods that were released undelivered before the invoice), due = total - credited, and within due '
  'the VAT at the percentage frozen at validation and the net: net + vat = due to the centavo, net = vatable + exempt + zero_rated sales '
  'by the class of each line (vat_class). amount of a line includes its vat, which came on top of its price (vat_on_top) or was in it; the '
  'VAT of all lines adds up to that in total. Money as text. Errors: 42501, P0002.';
