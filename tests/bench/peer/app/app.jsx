import { createRoot } from 'react-dom/client'
import {
  Admin,
  Datagrid,
  DateField,
  Edit,
  List,
  NumberField,
  Resource,
  SearchInput,
  SelectInput,
  SimpleForm,
  TextField,
  TextInput,
} from 'react-admin'

// The benchmark stores the token and the tenant in the session storage before the page loads.
const token = sessionStorage.getItem('peer.token')
const tenant = () => sessionStorage.getItem('peer.tenant')

async function fetchJson(path, init = {}) {
  const response = await fetch(path, {
    ...init,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...init.headers },
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

const withId = (record) => ({ ...record, id: record.oid })

/** Adapts the API of the service to react-admin's data provider interface. */
const dataProvider = {
  getList: async (resource, { pagination: { page, perPage }, sort: { field, order }, filter: { q } }) => {
    const query = new URLSearchParams({ parentTenantOid: tenant(), page, size: perPage, sort: (order === 'DESC' ? '-' : '') + field })
    if (q) query.set('filter', `name=ilike=${JSON.stringify(`*${q}*`)}`)
    const { data, meta } = await fetchJson(`/api/v1/${resource}?${query}`)
    return { data: data.map(withId), total: meta.totalCount }
  },
  getOne: async (resource, { id }) => ({ data: withId((await fetchJson(`/api/v1/${resource}/${id}`)).data[0]) }),
  getMany: async (resource, { ids }) => ({
    data: await Promise.all(ids.map(async (id) => (await dataProvider.getOne(resource, { id })).data)),
  }),
}

const filters = [<SearchInput key="q" source="q" alwaysOn />]

const CustomerList = () => (
  <List filters={filters} perPage={50} sort={{ field: 'name', order: 'ASC' }}>
    <Datagrid rowClick="edit">
      <TextField source="name" />
      <TextField source="parentName" sortable={false} />
      <TextField source="type" />
      <TextField source="state" />
      <TextField source="apoDomain" />
      <TextField source="reporting" />
      <NumberField source="userCount" />
      <DateField source="updatedAt" showTime />
    </Datagrid>
  </List>
)

const PartnerList = () => (
  <List filters={filters} perPage={50} sort={{ field: 'name', order: 'ASC' }}>
    <Datagrid rowClick="edit">
      <TextField source="name" />
      <TextField source="type" />
      <TextField source="state" />
      <TextField source="contactName" />
      <DateField source="updatedAt" showTime />
    </Datagrid>
  </List>
)

const choices = (...ids) => ids.map((id) => ({ id, name: id }))

const CustomerEdit = () => (
  <Edit mutationMode="pessimistic">
    <SimpleForm>
      <TextInput source="parentName" disabled />
      <SelectInput source="type" choices={choices('managed_customer', 'diy_customer')} />
      <SelectInput source="state" choices={choices('active', 'frozen')} />
      <TextInput source="name" />
      <TextInput source="apoDomain" />
      <TextInput source="contactName" />
      <TextInput source="contactEmail" />
      <TextInput source="contactDetails" multiline rows={5} />
    </SimpleForm>
  </Edit>
)

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource name="customers" list={CustomerList} edit={CustomerEdit} />
    <Resource name="partners" list={PartnerList} />
  </Admin>,
)
