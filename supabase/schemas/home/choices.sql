-- The choices of pickers, filters and short lists of a form: whatever one screen offers is answered by one question.

-- What pickers offer of a table: choice is what they get, offered whether the row can be chosen anew, searched the columns in lines of
-- their own (no word has a line's end), names those that can be typed exactly.
create view private.choice_rows with (security_invoker = true) as
select c.project_id, 'customers' as list, c.id, c.sort_key, c.approval_status = 'approved' as offered,
  concat_ws(E'\n', c.name, c.store_name, c.area) as searched, array[c.name] as names,
  jsonb_build_object('id', c.id, 'name', c.name, 'store_name', c.store_name, 'area', c.area, 'agent_id', c.agent_id) as choice
from public.customers c
union all
select p.project_id, 'payees', p.id, p.sort_key, p.status = 'active', concat_ws(E'\n', p.fname, p.account_no), array[p.fname, p.account_no],
  jsonb_build_object('id', p.id, 'fname', p.fname, 'account_no', p.account_no)
from public.payees p
union all
select p.project_id, 'products', p.id, p.sort_key, p.status = 'active', concat_ws(E'\n', p.material_code, p.description),
  array[p.material_code, p.description],
  jsonb_build_object('id', p.id, 'material_code', p.material_code, 'description', p.description)
from public.products p
union all
select p.project_id, 'stock', p.id, p.sort_key, p.status = 'active', concat_ws(E'\n', p.material_code, p.description),
  array[p.material_code, p.description],
  (select to_jsonb(f) from (select p.id, p.material_code, p.description, p.case_config, p.price_unit, i.available,
    i.current_srp::text, i.current_srp_pieces) f)
from public.products p join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
union all
select b.project_id, 'banks', b.id, b.sort_key, b.status = 'active', null, null,
  jsonb_build_object('id', b.id, 'bank', b.bank, 'account_no', b.account_no)
from public.banks b
union all
select c.project_id, 'cost_centers', c.id, c.sort_key, c.status = 'active', null, null,
  jsonb_build_object('id', c.id, 'cost_center', c.cost_center, 'account_number', c.account_number)
from public.cost_centers c
union all
select r.project_id, 'releasers', r.id, r.sort_key, r.status = 'active', null, null,
  jsonb_build_object('id', r.id, 'fname', r.fname, 'mname', r.mname, 'lname', r.lname, 'designation', r.designation)
from public.releasers r;
grant select on private.choice_rows to authenticated;

create or replace function private.choices_of(p_project uuid, p_list jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_of text := p_list ->> 'of';
  v_found jsonb;
  v_ids uuid[] := case when p_list ? 'ids' then private.read_uuids(p_list, 'ids') end;
  -- What is found contains each of the typed words.
  v_words text[] := array(select '%' || private.sought_text(w) || '%'
    from jsonb_array_elements_text(case when p_list ? 'words' then private.read_list(p_list, 'words') else '[]' end) w);
  v_exact text := private.sought_text(private.read_value(p_list, 'exact'));
  v_most int := least(coalesce(private.read_int(p_list, 'limit'), 20), 1000);
begin
  case
  when v_of in ('banks', 'cost_centers', 'releasers') then
    select jsonb_agg(r.choice order by r.sort_key, r.id) into v_found from private.choice_rows r
    where r.project_id = p_project and r.list = v_of and (r.offered or r.id = any (v_ids));
  when v_of in ('customers', 'payees', 'products', 'stock') and v_ids is not null then
    select jsonb_agg(r.choice order by r.sort_key, r.id) into v_found from private.choice_rows r
    where r.project_id = p_project and r.list = v_of and r.id = any (v_ids) and (r.offered or v_of <> 'stock');
  when v_of in ('customers', 'payees', 'products', 'stock') then
    select jsonb_agg(x.choice) into v_found from (
      select r.choice from private.choice_rows r
      where r.project_id = p_project and r.list = v_of and r.offered and private.search_text(r.searched) like all (v_words)
        and (v_exact is null or exists (select from unnest(r.names) n where private.search_text(n) like v_exact))
      order by r.sort_key, r.id limit v_most) x;
  when v_of in ('areas', 'suppliers', 'product_suppliers') then
    select jsonb_agg(x.name) into v_found from (
      select min(n.name) as name from (
        select distinct c.area from public.customers c where v_of = 'areas' and c.project_id = p_project
        union all
        select s.name from public.suppliers s where v_of = 'suppliers' and s.project_id = p_project and s.merged_into is null
        union all
        select distinct c.supplier from private.product_costs(p_project) c where v_of = 'product_suppliers') n (name)
      where btrim(n.name) <> '' group by case v_of when 'product_suppliers' then n.name else lower(n.name) end
      having private.search_text(min(n.name)) like all (v_words) and (v_exact is null or private.search_text(min(n.name)) like v_exact)
      order by 1 limit v_most) x;
  when v_of = 'accounts' then
    select jsonb_agg(jsonb_build_object('account', c.account, 'code', c.code, 'name', c.name)) into v_found
    from private.chart_of_accounts(p_project) c;
  when v_of = 'categories' then
    select jsonb_agg(jsonb_build_object('level', c.level, 'category', c.category)) into v_found from private.category_choices(p_project) c;
  when v_of = 'people' then
    select jsonb_agg(jsonb_build_object('user_id', m.user_id, 'display_name', p.display_name, 'role', m.role,
      'status', m.status)) into v_found
    from public.memberships m join public.profiles p on p.user_id = m.user_id where m.project_id = p_project;
  when v_of = 'voucher_categories' then
    select jsonb_agg(jsonb_build_object('category', g.category, 'classification', g.classification)) into v_found
    from (
      select distinct v.category, v.classification from public.vouchers v
      where v.project_id = p_project and (v.category is not null or v.classification is not null)
      order by v.category nulls last, v.classification nulls last) g;
  else
    perform private.invalid('of', 'There is no such list.');
  end case;
  return coalesce(v_found, '[]');
end $$;
comment on function private.choices_of is 'Returns the choices of one of the lists of public.choices.';

create or replace function public.choices(p_project uuid, p_lists jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_found jsonb := '[]';
  v_list jsonb;
begin
  for v_list in select e.value from jsonb_array_elements(private.read_list(jsonb_build_object('lists', p_lists), 'lists', 50))
    with ordinality e order by e.ordinality loop
    v_found := v_found || jsonb_build_array(private.choices_of(p_project, v_list));
  end loop;
  return v_found;
end $$;
comment on function public.choices is
  'Returns what pickers, filters and forms offer: an array of choices for each of p_lists, in their order. A list is {of, ids, words, '
  'exact, limit}. Found by typing, by name: customers (approved), payees, products and stock (active; stock has price and availability), '
  'and the names areas, suppliers and product_suppliers: those with every one of the words, or whose name or code is exact, whatever the '
  'case; at most limit, 20 by default and 1000 at most. With ids of customers, payees, products and stock, those (stock: the active ones), '
  'whatever else is asked. Whole: banks, cost_centers and releasers (the active ones and those of ids), accounts, categories (of products, '
  'by level), people, voucher_categories. Rows are those that the caller may read. Errors: 22023 of an unknown list; 42501 of accounts '
  'without journal.read.';

grant execute on function private.choices_of to authenticated;
