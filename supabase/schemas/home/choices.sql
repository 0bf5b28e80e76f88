-- The choices of pickers, filters and short lists of a form: whatever one screen offers is answered by one question.

create or replace function private.sought_words(p_list jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  if not p_list ? 'words' then return '{}'; end if;
  return array(select '%' || private.sought_text(w) || '%' from jsonb_array_elements_text(private.read_list(p_list, 'words')) w);
end $$;
comment on function private.sought_words is 'Returns the patterns of "like" of the typed words: what is found contains each of them.';

create or replace function private.choices_by_name(p_project uuid, p_list jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_found jsonb;
  v_by_id boolean := p_list ? 'ids';
  v_ids uuid[] := case when v_by_id then private.read_uuids(p_list, 'ids') end;
  -- Every word must occur in one of the columns, which stand in lines of their own: no word has a line's end.
  v_words text[] := private.sought_words(p_list);
  v_exact text := private.sought_text(private.read_value(p_list, 'exact'));
  v_most int := least(coalesce(private.read_int(p_list, 'limit'), 20), 1000);
begin
  case p_list ->> 'of'
  when 'customers' then
    if v_by_id then
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'store_name', c.store_name, 'area', c.area, 'agent_id', c.agent_id)
        order by c.sort_key, c.id) into v_found
      from public.customers c where c.project_id = p_project and c.id = any (v_ids);
    else
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'store_name', c.store_name, 'area', c.area,
        'agent_id', c.agent_id)) into v_found
      from (
        select c.id, c.name, c.store_name, c.area, c.agent_id from public.customers c
        where c.project_id = p_project and c.approval_status = 'approved'
          and private.search_text(concat_ws(E'\n', c.name, c.store_name, c.area)) like all (v_words)
          and (v_exact is null or private.search_text(c.name) like v_exact)
        order by c.sort_key, c.id limit v_most) c;
    end if;
  when 'payees' then
    if v_by_id then
      select jsonb_agg(jsonb_build_object('id', p.id, 'fname', p.fname, 'account_no', p.account_no) order by p.sort_key, p.id) into v_found
      from public.payees p where p.project_id = p_project and p.id = any (v_ids);
    else
      select jsonb_agg(jsonb_build_object('id', p.id, 'fname', p.fname, 'account_no', p.account_no)) into v_found
      from (
        select p.id, p.fname, p.account_no from public.payees p
        where p.project_id = p_project and p.status = 'active'
          and private.search_text(concat_ws(E'\n', p.fname, p.account_no)) like all (v_words)
          and (v_exact is null or private.search_text(p.fname) like v_exact or private.search_text(p.account_no) like v_exact)
        order by p.sort_key, p.id limit v_most) p;
    end if;
  when 'products' then
    if v_by_id then
      select jsonb_agg(jsonb_build_object('id', p.id, 'material_code', p.material_code, 'description', p.description)
        order by p.sort_key, p.id) into v_found
      from public.products p where p.project_id = p_project and p.id = any (v_ids);
    else
      select jsonb_agg(jsonb_build_object('id', p.id, 'material_code', p.material_code, 'description', p.description)) into v_found
      from (
        select p.id, p.material_code, p.description from public.products p
        where p.project_id = p_project and p.status = 'active'
          and private.search_text(concat_ws(E'\n', p.material_code, p.description)) like all (v_words)
          and (v_exact is null or private.search_text(p.material_code) like v_exact or private.search_text(p.description) like v_exact)
        order by p.sort_key, p.id limit v_most) p;
    end if;
  when 'stock' then
    if v_by_id then
      select jsonb_agg(jsonb_build_object('id', p.id, 'material_code', p.material_code, 'description', p.description,
        'case_config', p.case_config, 'price_unit', p.price_unit,
        'available', i.available, 'current_srp', i.current_srp::text, 'current_srp_pieces', i.current_srp_pieces)
          order by p.sort_key, p.id) into v_found
      from public.products p join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
      where p.project_id = p_project and p.id = any (v_ids) and p.status = 'active';
    else
      select jsonb_agg(jsonb_build_object('id', p.id, 'material_code', p.material_code, 'description', p.description,
        'case_config', p.case_config, 'price_unit', p.price_unit,
        'available', p.available, 'current_srp', p.current_srp::text, 'current_srp_pieces', p.current_srp_pieces)) into v_found
      from (
        select p.id, p.material_code, p.description, p.case_config, p.price_unit, i.available, i.current_srp, i.current_srp_pieces
        from public.products p join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
        where p.project_id = p_project and p.status = 'active'
          and private.search_text(concat_ws(E'\n', p.material_code, p.description)) like all (v_words)
          and (v_exact is null or private.search_text(p.material_code) like v_exact or private.search_text(p.description) like v_exact)
        order by p.sort_key, p.id limit v_most) p;
    end if;
  else
    perform private.invalid('of', 'There is no such list.');
  end case;
  return coalesce(v_found, '[]');
end $$;
comment on function private.choices_by_name is 'Returns the customers, payees, products or stock of public.choices.';

create or replace function private.choices_of(p_project uuid, p_list jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_found jsonb;
  v_ids uuid[] := case when p_list ? 'ids' then private.read_uuids(p_list, 'ids') end;
  v_words text[] := private.sought_words(p_list);
  v_exact text := private.sought_text(private.read_value(p_list, 'exact'));
  v_most int := least(coalesce(private.read_int(p_list, 'limit'), 20), 1000);
begin
  case p_list ->> 'of'
  when 'accounts' then
    select jsonb_agg(jsonb_build_object('account', c.account, 'code', c.code, 'name', c.name)) into v_found
    from private.chart_of_accounts(p_project) c;
  when 'areas' then
    select jsonb_agg(x.name) into v_found from (
      select x.name from (
        select min(c.area) as name from (select distinct c.area from public.customers c where c.project_id = p_project) c
        where btrim(c.area) <> '' group by lower(c.area)) x
      where private.search_text(x.name) like all (v_words) and (v_exact is null or private.search_text(x.name) like v_exact)
      order by x.name limit v_most) x;
  when 'banks' then
    select jsonb_agg(jsonb_build_object('id', b.id, 'bank', b.bank, 'account_no', b.account_no) order by b.sort_key, b.id) into v_found
    from public.banks b where b.project_id = p_project and (b.status = 'active' or b.id = any (v_ids));
  when 'categories' then
    select jsonb_agg(jsonb_build_object('level', c.level, 'category', c.category)) into v_found from private.category_choices(p_project) c;
  when 'cost_centers' then
    select jsonb_agg(jsonb_build_object('id', c.id, 'cost_center', c.cost_center, 'account_number', c.account_number)
      order by c.sort_key, c.id) into v_found
    from public.cost_centers c where c.project_id = p_project and (c.status = 'active' or c.id = any (v_ids));
  when 'people' then
    select jsonb_agg(jsonb_build_object('user_id', m.user_id, 'display_name', p.display_name, 'role', m.role,
      'status', m.status)) into v_found
    from public.memberships m join public.profiles p on p.user_id = m.user_id where m.project_id = p_project;
  when 'product_suppliers' then
    select jsonb_agg(x.supplier) into v_found from (
      select x.supplier from (select distinct c.supplier from private.product_costs(p_project) c) x
      where private.search_text(x.supplier) like all (v_words)
        and (v_exact is null or private.search_text(x.supplier) like v_exact) and x.supplier is not null
      order by x.supplier limit v_most) x;
  when 'releasers' then
    select jsonb_agg(jsonb_build_object('id', r.id, 'fname', r.fname, 'mname', r.mname, 'lname', r.lname, 'designation', r.designation)
      order by r.sort_key, r.id) into v_found
    from public.releasers r where r.project_id = p_project and (r.status = 'active' or r.id = any (v_ids));
  when 'suppliers' then
    select jsonb_agg(x.name) into v_found from (
      select x.name from (
        select min(p.supplier) as name
        from (select distinct p.supplier from public.purchases p where p.project_id = p_project) p group by lower(p.supplier)) x
      where private.search_text(x.name) like all (v_words) and (v_exact is null or private.search_text(x.name) like v_exact)
      order by x.name limit v_most) x;
  when 'voucher_categories' then
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
comment on function private.choices_of is 'Returns the choices of one of the other lists of public.choices.';

create or replace function public.choices(p_project uuid, p_lists jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_found jsonb := '[]';
  v_list jsonb;
begin
  for v_list in select e.value from jsonb_array_elements(private.read_list(jsonb_build_object('lists', p_lists), 'lists', 50))
    with ordinality e order by e.ordinality loop
    v_found := v_found || jsonb_build_array(case when v_list ->> 'of' in ('customers', 'payees', 'products', 'stock')
      then private.choices_by_name(p_project, v_list) else private.choices_of(p_project, v_list) end);
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

grant execute on function
  private.sought_words(jsonb), private.choices_by_name(uuid, jsonb),
  private.choices_of(uuid, jsonb), public.choices(uuid, jsonb)
to authenticated;
