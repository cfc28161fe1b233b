import { type Random, some, type Weighted } from './random.ts';

type Province = { readonly name: string; readonly cities: Weighted<string> };

const province = (name: string, weight: number, cities: string): readonly [Province, number] => {
  const names = cities.split(' ');
  return [{ name, cities: some(names.map((city, place) => [city, names.length - place] as const)) }, weight];
};

// Roughly by population; the capital first, as most students are there.
const provinces: Weighted<Province> = [
  province('广东', 12, '广州 深圳 佛山 东莞 珠海 惠州 中山 汕头 湛江'),
  province('山东', 10, '济南 青岛 烟台 潍坊 临沂 济宁 淄博'),
  province('河南', 9.5, '郑州 洛阳 开封 新乡 南阳 信阳'),
  province('江苏', 8.5, '南京 苏州 无锡 常州 徐州 南通 扬州'),
  province('四川', 8, '成都 绵阳 南充 德阳 宜宾 乐山'),
  province('河北', 7, '石家庄 保定 唐山 邯郸 廊坊 沧州'),
  province('湖南', 6.5, '长沙 株洲 湘潭 衡阳 岳阳 常德'),
  province('浙江', 6.5, '杭州 宁波 温州 金华 绍兴 嘉兴 台州'),
  province('安徽', 6, '合肥 芜湖 蚌埠 阜阳 安庆'),
  province('湖北', 6, '武汉 宜昌 襄阳 荆州 黄石 十堰'),
  province('北京', 6, '北京'),
  province('上海', 5, '上海'),
  province('广西', 4.5, '南宁 柳州 桂林 玉林'),
  province('江西', 4.5, '南昌 赣州 九江 上饶'),
  province('辽宁', 4.5, '沈阳 大连 鞍山 锦州'),
  province('云南', 4, '昆明 曲靖 大理 红河'),
  province('福建', 4, '福州 厦门 泉州 漳州'),
  province('陕西', 4, '西安 咸阳 宝鸡 渭南'),
  province('黑龙江', 3.5, '哈尔滨 大庆 齐齐哈尔 牡丹江'),
  province('山西', 3.5, '太原 大同 临汾 运城'),
  province('贵州', 3.5, '贵阳 遵义 六盘水'),
  province('重庆', 3.5, '重庆'),
  province('吉林', 2.5, '长春 吉林 四平'),
  province('甘肃', 2.5, '兰州 天水 酒泉'),
  province('内蒙古', 2.4, '呼和浩特 包头 赤峰'),
  province('新疆', 2.3, '乌鲁木齐 伊犁 喀什'),
  province('天津', 1.6, '天津'),
  province('海南', 1, '海口 三亚'),
  province('宁夏', 0.8, '银川 固原'),
  province('青海', 0.6, '西宁'),
  province('西藏', 0.3, '拉萨'),
];

/** A province and one of its cities. */
export function place(random: Random): { readonly province: string; readonly city: string } {
  const { name, cities } = random.weighted(provinces);
  return { province: name, city: random.weighted(cities) };
}
